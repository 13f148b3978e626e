package org.sss.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import org.sss.cli.terminal.Units;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.ClusterStatus.Repair.Progress;

/** Says what copies of groups are missing. Stateless. */
final class RepairText {
    private RepairText() {}

    /** The lines for users; the last one sums up. */
    static List<String> of(Repair repair) {
        List<String> lines = new ArrayList<>();
        if (repair.withoutCopy() > 0) {
            lines.add(Units.count(repair.withoutCopy(), "group") + " without a whole copy on nodes that can be read: "
                    + String.join(", ", repair.namesOfThese())
                    + (repair.withoutCopy() > repair.namesOfThese().size() ? ", ..." : "")
                    + ". Start the nodes that have them, or drop them with 'sss group rm'");
        }
        repair.awaitedSeconds()
                .forEach(
                        (node, seconds) -> lines.add("node " + node + " may be back soon with its data: other nodes get"
                                + " copies of it in " + seconds + " s; 'sss cluster repair --now' does not wait"));
        lines.add(sum(repair));
        return lines;
    }

    private static String sum(Repair repair) {
        if (repair.fewer() == 0 && repair.repaired() == 0) {
            return "all groups have all of their copies";
        }
        String what = repair.fewer() == 0
                ? "all groups have all of their copies, and " + Units.count(repair.repaired(), "group")
                        + (repair.repaired() == 1 ? " moves" : " move") + " to other nodes"
                : Units.count(repair.fewer(), "group") + (repair.fewer() == 1 ? " has" : " have")
                        + " fewer copies than " + repair.copies();
        return what + ": " + progress(repair);
    }

    private static String progress(Repair repair) {
        Progress now = repair.progress();
        if (now.maxPerSecond() == 0) {
            return Units.bytes(now.leftBytes()) + " to copy, but repair.rate of node 0 is 0B, so nothing is copied";
        }
        if (repair.repaired() == 0) {
            return "nothing can be copied now";
        }
        long all = now.leftBytes() + now.copiedBytes();
        String text = Units.bytes(now.leftBytes()) + " to copy, " + (all == 0 ? 0 : 100 * now.copiedBytes() / all)
                + " %, " + Units.bytes(now.bytesPerSecond()) + "/s";
        return now.bytesPerSecond() == 0 ? text : text + ", " + now.leftBytes() / now.bytesPerSecond() + " s left";
    }
}
