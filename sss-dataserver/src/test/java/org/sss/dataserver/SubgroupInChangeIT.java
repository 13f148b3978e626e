package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.DataVerbs.Range;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.ScanForm;
import org.sss.net.control.GroupKey;

/**
 * A subgroup of two segments is copied to a node and deleted there, again and again, while others read it: they get all
 * of it, or an error after which they ask another node.
 */
final class SubgroupInChangeIT {
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final Tuples TUPLES = Tuples.numbered("key", 20, "value");
    private static final int CHANGES = 300;

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean ended = new AtomicBoolean();
    private TestNode source;
    private TestNode target;

    @BeforeEach
    void open() {
        source = TestNode.open(directory.resolve("source"));
        for (int segment = 0; segment < 2; segment++) {
            source.put(7, attempt(segment), 0, TUPLES);
            source.server().commit(GROUP, List.of(attempt(segment)));
        }
        Path path = directory.resolve("target");
        target = TestNode.of(path, DataServer.open(path, TestNode.CONFIG), address -> source.connection());
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        target.close();
        source.close();
    }

    private long scanned(byte[] from, Long expected) {
        Scan scan = new Scan(7, 0, new Range(from, null), new ScanForm(true, null, null, null), null, null, expected);
        try (ScanClient blocks = target.openScan(scan)) {
            return Tuples.readAll(blocks).range(from, null).count();
        }
    }

    private long lookedUp() {
        GetClient.Found found = new GetClient(target.connection(), 7, 0)
                .get(TUPLES.keys().subList(5, 6))
                .get(0);
        if (found.isNothingHere()) {
            throw SssException.withoutTrace(ErrorCode.NODE_UNREACHABLE, "nothing here");
        }
        return found.values().size();
    }

    /** Returns how often it read all. */
    private Future<Integer> reading(long all, Callable<Long> read) {
        return threads.submit(() -> {
            int whole = 0;
            while (!ended.get()) {
                try {
                    assertThat(read.call()).isEqualTo(all);
                    whole++;
                } catch (SssException e) {
                    assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
                }
            }
            return whole;
        });
    }

    @Test
    void readersGetAllOfItOrAnError() throws Exception {
        copy();
        byte[] fifth = TUPLES.keys().get(5);
        List<Future<Integer>> readers = List.of(
                reading(40, () -> scanned(null, 40L)),
                reading(30, () -> scanned(fifth, 40L)),
                reading(40, () -> target.read(7, 0).count()),
                reading(2, this::lookedUp));
        for (int change = 0; change < CHANGES; change++) {
            target.call(DataVerbs.FORGET, new Forget(GROUP, List.of(), 0), CommittedPart.class);
            copy();
        }
        ended.set(true);
        for (Future<Integer> reader : readers) {
            assertThat(reader.get()).isPositive();
        }
    }

    private void copy() {
        try (CopyRequest request = CopyRequest.send(target, GROUP, 40)) {
            request.answer();
        }
    }
}
