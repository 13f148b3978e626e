package org.sss.dataserver;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;

/**
 * A data server in a JVM of its own in which several threads write, commit, abort, drop and read groups until it is
 * killed, and print what they do. Arguments: directory, first group id, bytes of memory, ids of committed groups that
 * may be dropped. Lines: {@code WRITING id}, {@code COMMITTING id commit}, {@code COMMITTED id commit}, {@code DROPPING
 * id}, {@code DROPPED id}, {@code FAILED what}.
 */
final class KilledServer {
    private static final int WRITERS = 4;

    private final TestNode node;
    private final AtomicLong nextGroup;
    private final ConcurrentLinkedQueue<Long> committed = new ConcurrentLinkedQueue<>();

    private KilledServer(TestNode node, long firstGroup) {
        this.node = node;
        nextGroup = new AtomicLong(firstGroup);
    }

    public static void main(String[] arguments) {
        DataServerConfig config = DataServerConfig.defaults()
                .withThreads(3, 2)
                .withMerge(1 << 20, 2)
                .withMemoryBytes(Long.parseLong(arguments[2]));
        KilledServer server =
                new KilledServer(TestNode.open(Path.of(arguments[0]), config), Long.parseLong(arguments[1]));
        Arrays.stream(arguments).skip(3).map(Long::parseLong).forEach(server.committed::add);
        for (int i = 0; i < WRITERS; i++) {
            start(server::write);
        }
        start(server::read);
    }

    private static void start(Runnable work) {
        new Thread(() -> {
                    try {
                        while (true) {
                            work.run();
                        }
                    } catch (Throwable t) {
                        say("FAILED " + t);
                    }
                })
                .start();
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    private void write() {
        KilledGroup group = KilledGroup.of(nextGroup.getAndIncrement());
        say("WRITING " + group.id());
        put(group, TestNode.attempt(1)).finish(); // never committed
        switch (group.end()) {
            case COMMITTED -> commit(group);
            case ABORTED -> node.server().abort(group.id(), TestNode.attempt(1));
            case LEFT_OPEN -> put(group, TestNode.attempt(2));
            case DROPPED_WHILE_OPEN -> {
                put(group, TestNode.attempt(2));
                drop(group.id());
            }
        }
        if (group.id() % 3 == 0) {
            Long victim = committed.poll();
            if (victim != null) {
                drop(victim);
            }
        }
    }

    private void commit(KilledGroup group) {
        for (int commit = 1; commit <= group.commits(); commit++) {
            List<AttemptId> attempts = group.attemptsOf(commit);
            attempts.forEach(attempt -> put(group, attempt).finish());
            say("COMMITTING " + group.id() + " " + commit);
            node.server().commit(GroupKey.of(group.id()), attempts);
            say("COMMITTED " + group.id() + " " + commit);
        }
        committed.add(group.id());
    }

    private PutClient put(KilledGroup group, AttemptId attempt) {
        PutClient put = node.openPut(group.id(), attempt);
        Tuples tuples = group.tuples(attempt);
        for (int subgroup = 0; subgroup < group.subgroups(); subgroup++) {
            put.put(subgroup, 0, tuples);
        }
        return put;
    }

    private void drop(long group) {
        say("DROPPING " + group);
        node.server().drop(TestNode.keys(group));
        say("DROPPED " + group);
    }

    private void read() {
        Long id = committed.stream()
                .skip(new Random().nextInt(committed.size() + 1))
                .findFirst()
                .orElse(null);
        if (id == null) {
            Thread.yield();
            return;
        }
        KilledGroup group = KilledGroup.of(id);
        try {
            Tuples found = node.scan(id, 0, true);
            if (!found.equals(group.after(1)) && !found.equals(group.after(group.commits()))) {
                say("FAILED wrong tuples of group " + id);
            }
        } catch (SssException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }
}
