package org.sss.client.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.dataserver.Fsck;
import org.sss.dataserver.Fsck.Finding;
import org.sss.dataserver.Fsck.Summary;

/** {@code sss fsck}: verifies data of nodes that do not run; exit code 1 when something is wrong. */
final class FsckCommand implements Command {
    @Override
    public int run(Call call) {
        Path directory = Path.of(call.args("DIR").get(0));
        Console console = call.console();
        List<Finding> findings = new ArrayList<>();
        long start = System.nanoTime();
        Summary summary = Fsck.verify(directory, finding -> {
            if (console.json()) {
                findings.add(finding);
            } else {
                console.line((finding.problem() ? "problem: " : "note: ") + finding.text());
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

    private static Map<String, Object> json(Summary summary, List<Finding> findings, long millis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("summary", summary);
        json.put("millis", millis);
        json.put("findings", findings);
        return json;
    }

    private static String text(Summary s, long millis) {
        String result = s.problems() == 0 ? "everything is as it was committed" : Units.count(s.problems(), "problem");
        String directories = s.directories() == 1 ? "1 data directory" : s.directories() + " data directories";
        return result + ": " + String.join(", ", directories, Units.count(s.groups(), "group"), Units.count(s.segments(), "segment"),
                Units.count(s.runs(), "run"), Units.count(s.blocks(), "block"), Units.count(s.tuples(), "tuple"),
                Units.bytes(s.fileBytes())) + " in " + Units.seconds(millis) + " s";
    }
}
