package org.sss.client.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/**
 * What one client does: rounds of an import, a job, a loop, a rename and a drop. A step that fails may have been done,
 * so the client looks whether it was before it repeats it. One thread.
 */
final class SimScript {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String prefix;
    private final int rounds;
    private final int tuples;
    private final Random random;
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** One thing that a client wants. */
    private interface Step {
        void run(SssClient client);
    }

    /** How to know whether a step was done. */
    private interface Done {
        boolean in(Map<String, Group> groups);
    }

    SimScript(String prefix, int rounds, int tuples, Random random) {
        this.prefix = prefix;
        this.rounds = rounds;
        this.tuples = tuples;
        this.random = random;
    }

    /** The codes of failed steps, and how often. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }

    /** @throws SssException that no fault explains */
    void run(SssClient client) {
        for (int round = 0; round < rounds; round++) {
            String name = prefix + "-" + round;
            Shuffle shuffle = Shuffle.values()[random.nextInt(Shuffle.values().length)];
            long seed = random.nextLong();
            repeat(client, "import", has(name + "-in"), now -> write(now, name + "-in", seed));
            repeat(client, "job", has(name + "-sums"), now -> now.run(sums(name, shuffle)));
            repeat(client, "loop", has(name + "-far"), now -> now.run(loop(name, shuffle)));
            repeat(client, "rename", has(name + "-kept"), now -> now.rename(name + "-sums", name + "-kept"));
            if (random.nextBoolean()) {
                repeat(client, "drop", groups -> !groups.containsKey(name + "-in"), now -> now.drop(name + "-in"));
            }
        }
    }

    private static Done has(String name) {
        return groups -> groups.containsKey(name);
    }

    private void repeat(SssClient client, String what, Done done, Step step) {
        boolean wanted = true;
        while (wanted) {
            try {
                wanted = !done.in(groups(client));
                if (wanted) {
                    step.run(client);
                }
            } catch (SssException e) {
                outcomes.merge(what + " " + e.code(), 1, Integer::sum);
                if (e.code().kind() != ErrorCode.Kind.RETRYABLE && !mayFollow(e)) {
                    throw new AssertionError(prefix + " " + what + ": " + e.code() + " " + e.getMessage(), e);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** True for what a lost connection explains: a group is gone with its writer; a job is cancelled with its node. */
    private static boolean mayFollow(SssException e) {
        return e.code() == ErrorCode.CANCELLED || e.code() == ErrorCode.CLOSED;
    }

    static Map<String, Group> groups(SssClient client) {
        return client.groups().stream().collect(Collectors.toMap(Group::name, group -> group));
    }

    private void write(SssClient client, String name, long seed) {
        Random values = new Random(seed);
        try (GroupWriter<Long, Long> writer = client.write(numbers(name))) {
            for (int i = 0; i < tuples; i++) {
                writer.append((long) values.nextInt(tuples / 3), values.nextLong());
            }
            writer.commit();
        }
    }

    private static TupleGroup<Long, Long> numbers(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
    }

    /** Sums depend on each tuple, and values on the order in which a Reduce gets them. */
    private static Workflow sums(String name, Shuffle shuffle) {
        TupleGroup<Long, Long> between = numbers(name + "-between").asTemporary();
        Workflow workflow = Workflow.named(name + "-sum").set(Shuffle.PARAMETER, shuffle.methodName());
        workflow.map(numbers(name + "-in"), between, (key, value, out) -> {
            out.emit(key / 2, value);
            out.emit(key, value + 1);
        });
        workflow.reduce(between, numbers(name + "-sums"), (key, values, out) -> {
            long hash = 7;
            for (long value : values) {
                hash = 31 * hash + value;
            }
            out.emit(key, hash);
        });
        return workflow;
    }

    private static Workflow loop(String name, Shuffle shuffle) {
        TupleGroup<Long, Long> next = numbers(name + "-next").asTemporary();
        Workflow workflow = Workflow.named(name + "-loop").set(Shuffle.PARAMETER, shuffle.methodName());
        workflow.repeat(
                        3,
                        body -> body.map(
                                numbers(name + "-in"), next, (key, value, out) -> out.emit(key + 1, 3 * value)))
                .carry(next, numbers(name + "-in"));
        workflow.reduce(next, numbers(name + "-far"), (key, values, out) -> {
            for (long value : values) {
                out.emit(key, value);
            }
        });
        return workflow;
    }

    static List<SimScript> all(int clients, int rounds, int tuples, long seed) {
        List<SimScript> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            all.add(new SimScript("c" + i, rounds, tuples, new Random(seed + i)));
        }
        return all;
    }
}
