package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.fsck.Fsck;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/**
 * Kills a data server at random moments while several threads write, commit, abort and drop, and looks at what it left.
 */
final class KilledServerIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    /** Groups that outlive the round in which they were made; they are looked at after each kill. */
    private static final int OLD_GROUPS = 6;

    private static final long EVERYTHING_IS_HELD = 100 << 20;
    private static final long NEXT_TO_NOTHING_IS_HELD = 100_000;

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final Map<Long, State> groups = new TreeMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private long nextGroup = 1;

    /** What the server said last of a group. */
    private static final class State {
        private int acknowledged;
        private int started;
        private boolean dropping;
        private boolean dropped;
    }

    @Test
    void committedGroupsSurviveAKillAndOthersAreNotVisible() throws Exception {
        killAndLook(Integer.getInteger("sss.kills", 5));
    }

    @Test
    @Tag("slow")
    void committedGroupsSurviveTwoHundredKills() throws Exception {
        killAndLook(Integer.getInteger("sss.kills", 200));
    }

    private void killAndLook(int kills) throws Exception {
        System.out.println("KilledServerIT: seed " + SEED + ", " + kills + " kills (-Dsss.seed, -Dsss.kills)");
        for (int kill = 0; kill < kills; kill++) {
            runAndKill(kill % 2 == 0 ? EVERYTHING_IS_HELD : NEXT_TO_NOTHING_IS_HELD);
            look("seed " + SEED + ", kill " + kill);
        }
        System.out.println("KilledServerIT: " + kills + " kills, " + counts);
        assertThat(counts).containsKeys("commits acknowledged", "groups compared", "drops acknowledged");
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void runAndKill(long memoryBytes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx160m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                KilledServer.class.getName(),
                directory.toString(),
                Long.toString(nextGroup),
                Long.toString(memoryBytes)));
        groups.keySet().forEach(old -> command.add(old.toString()));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = server.inputReader()) {
            int until = 1 + random.nextInt(60);
            for (String line; (line = lines.readLine()) != null; ) {
                note(line);
                if (--until == 0) {
                    LockSupport.parkNanos(random.nextInt(10_000_000)); // some way into whatever comes next
                    server.toHandle().destroyForcibly(); // leaves its last lines readable
                }
            }
            assertThat(until).as("lines that are missing, seed " + SEED).isNotPositive();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private void note(String line) {
        String[] words = line.split(" ");
        assertThat(line).as("seed %s", SEED).matches("(WRITING|COMMITTING|COMMITTED|DROPPING|DROPPED) \\d+( \\d+)?");
        long id = Long.parseLong(words[1]);
        nextGroup = Math.max(nextGroup, id + 1);
        State group = groups.computeIfAbsent(id, key -> new State());
        switch (words[0]) {
            case "WRITING" -> count("groups started");
            case "COMMITTING" -> group.started = Integer.parseInt(words[2]);
            case "COMMITTED" -> {
                group.acknowledged = Integer.parseInt(words[2]);
                count("commits acknowledged");
            }
            case "DROPPING" -> group.dropping = true;
            case "DROPPED" -> {
                group.dropped = true;
                count("drops acknowledged");
            }
            default -> throw new AssertionError(line);
        }
    }

    private void look(String round) throws IOException {
        assertThat(problems()).as("problems before the restart, %s", round).isEmpty();
        try (TestNode node = TestNode.open(directory)) {
            List<Long> visible = node.server().ids();
            assertThat(groups.keySet()).as(round).containsAll(visible);
            groups.forEach((id, state) -> look(node, id, state, visible.contains(id), round + ", group " + id));
            lookAtFiles(visible, round);
            groups.keySet().retainAll(visible);
            groups.keySet().stream().skip(OLD_GROUPS).toList().forEach(id -> {
                node.server().drop(TestNode.keys(id));
                groups.remove(id);
            });
        }
    }

    private void look(TestNode node, long id, State state, boolean isVisible, String which) {
        KilledGroup group = KilledGroup.of(id);
        int commits = isVisible ? commitsOf(id) : 0;
        if (state.dropped) {
            assertThat(isVisible).as("%s was dropped", which).isFalse();
        } else if (!state.dropping || isVisible) {
            assertThat(commits).as("commits of %s", which).isBetween(state.acknowledged, state.started);
        }
        count(isVisible ? "groups compared" : "groups absent");
        if (commits > state.acknowledged) {
            count("commits whole that were not acknowledged");
        }
        for (int subgroup = 0; subgroup < group.subgroups(); subgroup++) {
            assertThat(node.read(id, subgroup))
                    .as("%s, subgroup %s", which, subgroup)
                    .isEqualTo(group.after(commits));
        }
        for (int commit = 1; commit <= commits; commit++) {
            Stored again = node.server().commit(GroupKey.of(id), group.attemptsOf(commit));
            assertThat(again.tuples())
                    .as(which)
                    .isEqualTo((long) group.subgroups() * group.attempts() * group.tuples());
        }
        state.acknowledged = commits;
        state.started = commits;
        state.dropping = false;
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (Files.exists(directory.resolve("format"))) {
            Fsck.verify(directory, finding -> {
                if (finding.problem()) {
                    problems.add(finding.text());
                }
            });
        }
        return problems;
    }

    private int commitsOf(long group) {
        return (int) DataFiles.ofGroup(directory, group).stream()
                .filter(name -> name.startsWith("commit-"))
                .count();
    }

    /** Every file belongs to a commit of a group that is visible, and no directory to another one. */
    private void lookAtFiles(List<Long> visible, String round) throws IOException {
        await().untilAsserted(
                        () -> assertThat(DataFiles.trash(directory)).as(round).isEmpty());
        assertThat(DataFiles.temporary(directory)).as(round).isEmpty();
        assertThat(directory.resolve("merge")).as(round).isEmptyDirectory();
        try (Stream<Path> inside = Files.list(directory.resolve("groups"))) {
            assertThat(inside.map(path -> Long.parseLong(path.getFileName().toString())))
                    .as(round)
                    .containsExactlyInAnyOrderElementsOf(visible);
        }
        for (long id : visible) {
            KilledGroup group = KilledGroup.of(id);
            assertThat(DataFiles.ofGroup(directory, id))
                    .as("%s, group %s", round, id)
                    .hasSize(commitsOf(id) * (1 + group.subgroups()));
        }
    }
}
