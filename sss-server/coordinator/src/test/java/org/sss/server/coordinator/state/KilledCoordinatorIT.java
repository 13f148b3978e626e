package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.server.coordinator.StoredGroups;

/**
 * Kills a coordinator's state at random moments while several threads publish, replace, rename and drop: each
 * acknowledged change must exist, and an unfinished one must have happened completely or not at all.
 */
final class KilledCoordinatorIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int MAX_LINES = 400;
    private static final int START_NANOS = 800_000_000;
    private static final int STEP_NANOS = 5_000_000;

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final List<Writer> writers = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /** The output of a thread: its groups by name. */
    private static final class Writer {
        private Map<String, Long> acknowledged = Map.of();
        /** Null if no change is running. */
        private Map<String, Long> next;

        private String what;
    }

    @Test
    void namesSurviveAKill() throws Exception {
        killAndLook(Integer.getInteger("sss.kills", 8));
    }

    @Test
    @Tag("slow")
    void namesSurviveTwoHundredKills() throws Exception {
        killAndLook(Integer.getInteger("sss.kills", 200));
    }

    private void killAndLook(int kills) throws Exception {
        System.out.println("KilledCoordinatorIT: seed " + SEED + ", " + kills + " kills (-Dsss.seed, -Dsss.kills)");
        for (int writer = 0; writer < KilledCoordinator.WRITERS; writer++) {
            writers.add(new Writer());
        }
        for (int kill = 0; kill < kills; kill++) {
            String round = "seed " + SEED + ", kill " + kill;
            runAndKill(kill % 4 == 3 ? 0 : 1 + random.nextInt(MAX_LINES), round);
            look(round);
        }
        System.out.println("KilledCoordinatorIT: " + kills + " kills, " + counts);
        assertThat(counts)
                .containsKeys(
                        "rename acknowledged",
                        "rename-onto acknowledged",
                        "publish-two acknowledged",
                        "drop acknowledged");
    }

    /** @param lines after which it is killed, or 0 for some time after its start */
    private void runAndKill(int lines, String round) throws IOException, InterruptedException {
        Process coordinator = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        KilledCoordinator.class.getName(),
                        directory.toString(),
                        Long.toString(random.nextLong()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader in = coordinator.inputReader()) {
            if (lines == 0) {
                kill(coordinator, START_NANOS);
            }
            int until = lines;
            for (String line; (line = in.readLine()) != null; ) {
                note(line, round);
                if (--until == 0) {
                    kill(coordinator, STEP_NANOS); // during the next change
                }
            }
            assertThat(until).as("lines that are missing, %s", round).isNotPositive();
        } finally {
            coordinator.destroyForcibly().waitFor();
        }
    }

    private void kill(Process coordinator, int withinNanos) {
        LockSupport.parkNanos(random.nextInt(withinNanos));
        coordinator.toHandle().destroyForcibly(); // leaves its last lines readable
    }

    private void note(String line, String round) {
        assertThat(line).as(round).matches("DOING \\d [a-z-]+ \\S+|DONE \\d");
        String[] words = line.split(" ");
        Writer writer = writers.get(Integer.parseInt(words[1]));
        if (words[0].equals("DOING")) {
            writer.what = words[2];
            writer.next = parse(words[3]);
        } else {
            writer.acknowledged = writer.next;
            writer.next = null;
            count(writer.what + " acknowledged");
        }
    }

    private static Map<String, Long> parse(String groups) {
        Map<String, Long> parsed = new HashMap<>();
        for (String group : groups.split(",")) {
            int equals = group.indexOf('=');
            parsed.put(group.substring(0, equals), Long.parseLong(group.substring(equals + 1)));
        }
        return parsed;
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void look(String round) {
        try (CoordinatorState state = KilledCoordinator.open(directory)) {
            Set<Long> alive = new HashSet<>();
            for (int i = 0; i < writers.size(); i++) {
                Map<String, Long> found = KilledCoordinator.groupsOf(state.catalog(), i);
                look(writers.get(i), found, round + ", groups of thread " + i);
                alive.addAll(found.values());
            }
            assertThat(state.catalog().page(null).groups())
                    .as("%s: all groups", round)
                    .hasSize(alive.size());
            Sweeper.Sweep sweep = state.catalog()
                    .sweeper()
                    .sweep(0, StoredGroups.of(state.catalog().page(null).groups()));
            assertThat(sweep)
                    .as("%s: all named groups are retained", round)
                    .isEqualTo(new Sweeper.Sweep(List.of(), List.of()));
        }
    }

    private void look(Writer writer, Map<String, Long> found, String which) {
        if (writer.next == null) {
            assertThat(found).as(which).isEqualTo(writer.acknowledged);
        } else {
            assertThat(found).as("%s, before or after a %s", which, writer.what).isIn(writer.acknowledged, writer.next);
            count(writer.what + " under way, " + (found.equals(writer.next) ? "done" : "not done"));
        }
        writer.acknowledged = found;
        writer.next = null;
    }
}
