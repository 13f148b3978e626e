package org.sss.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Printable;
import org.sss.client.SssClient;

/** {@code sss doctor}: exit code 1 if there is a problem. */
public final class DoctorCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        List<Finding> findings = new ArrayList<>(MachineChecks.ofThisMachine().run());
        findings.addAll(cluster(call));
        if (call.console().json()) {
            call.console()
                    .json(Map.of(
                            "findings", findings.stream().map(Finding::json).toList()));
        } else {
            print(findings, call.console());
        }
        return findings.stream().anyMatch(Finding::isProblem) ? 1 : 0;
    }

    /** That nothing listens at the default address is no problem, unless the user has named a cluster. */
    private static List<Finding> cluster(Call call) {
        try (SssClient client = call.connect()) {
            List<Finding> findings =
                    new ArrayList<>(new NodeChecks(client.admin().status()).run());
            findings.addAll(new WorkflowChecks(client.workflows()).run());
            return findings;
        } catch (SssException e) {
            return List.of(
                    call.namesCluster() || e.code() != ErrorCode.NODE_UNREACHABLE
                            ? Finding.problem("cluster", "cannot be asked", e.getMessage())
                            : Finding.ok("cluster", "none at " + Call.clusterAddress() + "; --cluster names one"));
        }
    }

    private static void print(List<Finding> findings, Console console) {
        int width = findings.stream()
                .mapToInt(finding -> finding.what().length())
                .max()
                .orElse(1);
        for (Finding finding : findings) {
            String line = Printable.line(String.format(
                    "%-7s  %-" + width + "s  %s", finding.level().word(), finding.what(), finding.found()));
            switch (finding.level()) {
                case OK -> console.line(line);
                case NOTE -> console.warning(line);
                case PROBLEM -> console.failure(line);
            }
            if (finding.advice() != null) {
                console.line(" ".repeat(9) + finding.advice());
            }
        }
    }
}
