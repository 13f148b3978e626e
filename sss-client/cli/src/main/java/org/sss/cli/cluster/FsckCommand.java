package org.sss.cli.cluster;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Units;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.dataserver.fsck.Fsck.Summary;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.NodeIdentity;
import org.sss.server.offline.ClusterFsck;
import org.sss.server.offline.NodeData;

/** {@code sss fsck}: verifies the data of stopped nodes; exit code 1 if there are problems. */
public final class FsckCommand implements Command {
    private boolean foundProblem;

    @Override
    public int run(Call call) {
        try {
            return verify(call);
        } catch (UncheckedIOException e) {
            if (foundProblem && isUnread(e)) {
                return 1;
            }
            throw e;
        }
    }

    private int verify(Call call) {
        Path directory = Path.of(call.args("DIR").get(0));
        Console console = call.console();
        List<Finding> findings = new ArrayList<>();
        long start = System.nanoTime();
        Summary summary = verify(directory, finding -> {
            foundProblem |= finding.problem();
            if (console.json()) {
                findings.add(finding);
            } else {
                print(finding, console);
            }
        });
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        if (console.json()) {
            console.json(json(summary, findings, millis));
        } else {
            console.line(text(summary, millis));
        }
        return summary.problems() == 0 ? 0 : 1;
    }

    private static Summary verify(Path directory, Consumer<Finding> findings) {
        List<Finding> ofSettings = new ArrayList<>();
        List<NodeData> nodes = ClusterDirectory.data(directory, ofSettings::add);
        if (!nodes.isEmpty()) {
            return ClusterFsck.verify(nodes, ofSettings, findings);
        }
        Path absolute = directory.toAbsolutePath().normalize();
        if (Files.exists(absolute.resolve(NodeIdentity.FILE)) || CoordinatorState.isIn(absolute)) {
            return ClusterFsck.verifyAlone(new NodeData(number(absolute), absolute), findings);
        }
        Summary summary = Fsck.verify(absolute, findings);
        findings.accept(new Finding(
                false,
                "this is the data of a single data server: missing groups cannot be detected without the"
                        + " journal of node 0 and the other nodes; give the directory of the cluster, or a "
                        + "node's data.dir"));
        return summary;
    }

    /** Number of the node whose data it is. */
    private static int number(Path data) {
        try {
            return NodeIdentity.of(data).map(NodeIdentity::nodeId).orElse(0);
        } catch (SssException e) {
            return CoordinatorState.isIn(data) ? 0 : 1; // any other node; the error is reported later
        }
    }

    /** Continues after the output was closed until a problem is found, as the exit code must report it. */
    private void print(Finding finding, Console console) {
        try {
            if (finding.problem()) {
                console.failure("problem: " + finding.text());
            } else {
                console.line("note: " + finding.text());
            }
        } catch (UncheckedIOException e) {
            if (foundProblem || !isUnread(e)) {
                throw e;
            }
        }
    }

    private static boolean isUnread(UncheckedIOException e) {
        return new Failure(e).isClosedPipe();
    }

    private static Map<String, Object> json(Summary summary, List<Finding> findings, long millis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("summary", summary);
        json.put("millis", millis);
        json.put("findings", findings);
        return json;
    }

    private static String text(Summary s, long millis) {
        String result = s.problems() == 0 ? "no problems" : Units.count(s.problems(), "problem");
        String directories = s.directories() == 1 ? "1 data directory" : s.directories() + " data directories";
        return result + ": "
                + String.join(
                        ", ",
                        directories,
                        Units.count(s.groups(), "group"),
                        Units.count(s.segments(), "segment"),
                        Units.count(s.runs(), "run"),
                        Units.count(s.blocks(), "block"),
                        Units.count(s.tuples(), "tuple"),
                        Units.bytes(s.fileBytes()))
                + " in " + Units.seconds(millis) + " s";
    }
}
