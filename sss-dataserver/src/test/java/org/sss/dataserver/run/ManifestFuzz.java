package org.sss.dataserver.run;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.dataserver.tuples.TupleRuns;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;
import org.sss.net.testing.FuzzTarget;

/**
 * The list of the runs of a segment, which is in the head of its file, or in the file of the node in layout tuples:
 * what is taken is the same when it was written and read again, and its runs have one order. One thread.
 *
 * <pre>
 *   input: the JSON
 * </pre>
 */
public final class ManifestFuzz implements FuzzTarget {
    @Override
    public boolean accepts(byte[] input) {
        Manifest manifest;
        try {
            manifest = Json.read(input, Manifest.class, "it");
        } catch (SssException refused) {
            return false;
        }
        byte[] written = Json.write(manifest);
        if (!Arrays.equals(written, Json.write(Json.read(written, Manifest.class, "it")))) {
            throw new AssertionError(manifest + " is another one when it was written and read");
        }
        if (!manifest.runs().isEmpty()) {
            checkOrder(manifest);
        }
        return true;
    }

    private static void checkOrder(Manifest manifest) {
        TupleRuns runs = new TupleRuns(manifest.runs());
        boolean same = runs.count() == manifest.runs().size()
                && runs.whole().tuples() == manifest.stored().tuples();
        for (RunInfo run : manifest.runs()) {
            same &= runs.inOrder(runs.rank(run.run())) == run.run();
        }
        if (!same) {
            throw new AssertionError(manifest + " has other runs, or another order");
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        RunInfo first = new RunInfo(
                5, new AttemptId("w", 1, 0), 4, new RunInfo.Size(2, 3, 12, 90), new byte[] {'a'}, new byte[] {'b'});
        RunInfo second = new RunInfo(
                6, new AttemptId("v", 0, 1), 0, new RunInfo.Size(1, 1, 2, 40), new byte[0], new byte[] {-1});
        return Map.of(
                "none",
                Json.write(new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 3, 1, List.of())),
                "two",
                Json.write(new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 3, 1, List.of(first, second))));
    }
}
