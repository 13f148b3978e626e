package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.dataserver.run.AnswerBytes;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.scan.KeyLookup;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;

/** Runs that all have keys from everywhere, as those of a group that was too large for the memory of its node. */
final class GetsOfManyRunsIT {
    private static final int RUNS = 12;
    private static final int KEYS = 12_000;

    @TempDir
    Path directory;

    private final Tuples tuples = new Tuples();
    private final BlockSlots slots = new BlockSlots();

    @BeforeEach
    void store() {
        Random random = new Random(1);
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD)) {
            PutClient put = node.openPut(7, attempt(0));
            for (int run = 0; run < RUNS; run++) {
                Tuples part = new Tuples();
                for (int i = 0; i < KEYS; i += 2) {
                    if (random.nextInt(RUNS) < 2) {
                        part.add(key(i), Tuples.bytes(run + " " + "x".repeat(100)));
                    }
                }
                part.add(key(5000), new byte[run % 6 == 0 ? 40_000 : 3]); // larger than a block should be
                put.put(3, run, part);
                tuples.addAll(part);
            }
            put.finish();
            node.server().commit(GroupKey.of(7), List.of(attempt(0)));
        }
    }

    private static byte[] key(int number) {
        return Tuples.bytes(String.format("key%08d", number));
    }

    private static List<byte[]> all() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            keys.add(key(i));
        }
        return keys;
    }

    @Test
    void cachedFiltersAndSubBlocksChangeNoAnswer() {
        try (TestNode node = TestNode.open(directory)) {
            GetClient client = new GetClient(node.connection(), 7, 3);
            for (int round = 0; round < 3; round++) {
                for (byte[] key : all().subList(4990, 5010)) {
                    assertThat(client.tuples(List.of(key))).isEqualTo(tuples.selected(List.of(key)));
                }
                for (int i = 0; i < KEYS; i += 97) {
                    assertThat(client.tuples(List.of(key(i)))).isEqualTo(tuples.selected(List.of(key(i))));
                }
                assertThat(client.tuples(all())).isEqualTo(tuples);
            }
        }
    }

    /** Asks for a key by itself, as a request would. */
    private int valueBytes(FileSegment segment, byte[] key) {
        AnswerBytes answer = new AnswerBytes();
        answer.startKey();
        KeyRange range = new KeyRange(key, Arrays.copyOf(key, key.length + 1));
        try (KeyLookup lookup = new KeyLookup(List.of(segment), range, slots)) {
            lookup.find(key, 0, key.length, answer);
        }
        answer.endKey();
        return answer.size() - 4;
    }

    @Test
    void filtersAvoidReadsForMissingKeys() throws IOException {
        Path file = directory.resolve("groups/7/3-1.sss");
        try (SegmentCache cache = new SegmentCache(1, 16 << 20)) {
            FileSegment segment = new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, file, cache);
            for (int round = 0; round < 2; round++) {
                for (int i = 1; i < KEYS; i += 10) {
                    assertThat(valueBytes(segment, key(i))).isZero();
                }
            }
            makeBlocksUnreadable(file);
            int read = 0;
            for (int i = 3; i < KEYS; i += 10) {
                try {
                    assertThat(valueBytes(segment, key(i))).isZero();
                } catch (SssException e) {
                    read++;
                }
            }
            assertThat(read)
                    .isLessThan(KEYS / 10 / 4); // each key has twelve filters, each wrong for one key of a hundred
            byte[] there = tuples.keys().get(100);
            assertThatThrownBy(() -> valueBytes(segment, there))
                    .hasMessageContaining("group 7, subgroup 3, file " + file);
        }
    }

    @Test
    void whereManyRequestsLeaveLittleMemoryAllRunsShareOneBlock() {
        BlockSlots one = new BlockSlots.Pool(1).take();
        try (SegmentCache cache = new SegmentCache(1, 16 << 20)) {
            FileSegment segment =
                    new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, directory.resolve("groups/7/3-1.sss"), cache);
            try (KeyLookup lookup = new KeyLookup(List.of(segment), KeyRange.ALL, one)) {
                for (int i = 0; i < KEYS; i += 8) {
                    AnswerBytes answer = new AnswerBytes();
                    answer.startKey();
                    lookup.find(key(i), 0, key(i).length, answer);
                    answer.endKey();
                    long values = BigEndian.getInt(answer.array(), 0);
                    assertThat(values)
                            .isEqualTo(tuples.selected(List.of(key(i))).count());
                }
            }
        }
    }

    private static void makeBlocksUnreadable(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 4096; i < bytes.length; i += 100) {
            bytes[i] ^= 1;
        }
        Files.write(file, bytes);
    }
}
