package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.DataVerbs.Stored;

/** Kills a data server at random moments, most of them in a commit, and looks at what it left. */
final class KilledServerIT {
    @TempDir
    Path directory;

    @Test
    void committedGroupsSurviveAKillWholeAndOthersDoNotShow() throws Exception {
        killAndLook(4);
    }

    @Test
    @Tag("slow")
    void committedGroupsSurviveFiftyKills() throws Exception {
        killAndLook(50);
    }

    private void killAndLook(int kills) throws Exception {
        long seed = System.nanoTime();
        System.out.println("KilledServerIT seed " + seed);
        Random random = new Random(seed);
        long next = 1;
        for (int kill = 0; kill < kills; kill++) {
            Map<Long, String> last = runAndKill(next, random);
            look(last);
            next = last.keySet().stream().mapToLong(g -> g).max().orElse(next) + 1;
        }
    }

    /** The last that the server said of each group. */
    private Map<Long, String> runAndKill(long firstGroup, Random random) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx128m", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                KilledServer.class.getName(), directory.toString(), Long.toString(firstGroup))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Map<Long, String> last = new TreeMap<>();
        try (BufferedReader lines = server.inputReader()) {
            int until = 1 + random.nextInt(12);
            for (String line; (line = lines.readLine()) != null; ) {
                String[] words = line.split(" ");
                last.put(Long.parseLong(words[1]), words[0]);
                if (--until <= 0 && (words[0].equals("COMMITTING") || random.nextInt(4) == 0)) {
                    LockSupport.parkNanos(random.nextInt(8_000_000)); // some way into it
                    server.toHandle().destroyForcibly(); // leaves its last lines readable
                }
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
        assertThat(last).as("the server ran at all").isNotEmpty();
        return last;
    }

    private void look(Map<Long, String> last) {
        try (TestNode node = TestNode.open(directory)) {
            assertThat(DataFiles.temporary(directory)).isEmpty();
            last.forEach((group, state) -> look(node, group, state));
        }
    }

    private static void look(TestNode node, long group, String state) {
        boolean visible = node.server().list().groups().contains(group);
        if (state.equals("COMMITTED")) {
            assertThat(visible).as("group " + group + " was committed").isTrue();
        } else if (state.equals("WRITING")) {
            assertThat(visible).as("group " + group + " was not committed").isFalse();
        }
        for (int subgroup = 0; subgroup < KilledServer.SUBGROUPS; subgroup++) {
            assertThat(node.read(group, subgroup)).as("group %s, subgroup %s, %s", group, subgroup, state)
                    .isEqualTo(visible ? KilledServer.committed(group) : new Tuples());
        }
        Stored again = node.server().commit(group, List.of(attempt(0), attempt(1)));
        assertThat(again.tuples()).isEqualTo(visible ? 2L * KilledServer.SUBGROUPS * KilledServer.TUPLES : 0);
    }
}
