package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.net.block.BlockReader;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;

final class RangeScanIT {
    /** Bytes that meet every case of the escaped keys. */
    private static final byte[] ALPHABET = {0, 1, 'a', 'b', (byte) 0xFE, (byte) 0xFF};

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {0, 50_000, 64 << 20})
    void rangesOfRandomKeysAreThoseOfASortedMap(long memoryBytes) {
        long seed = System.nanoTime();
        System.out.println("RangeScanIT seed " + seed);
        Random random = new Random(seed);
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withMemoryBytes(memoryBytes))) {
            for (int group = 0; group < 4; group++) {
                Tuples model = fill(node, group, 1 + group % 4, random);
                for (int i = 0; i < 20; i++) {
                    checkRange(node, group, model, bound(model, random), bound(model, random));
                }
            }
        }
    }

    private static Tuples fill(TestNode node, long group, int runs, Random random) {
        Tuples model = new Tuples();
        List<AttemptId> attempts = new ArrayList<>();
        for (int source = 0; source < runs; source++) {
            Tuples run = new Tuples();
            for (int i = 0; i < 1500; i++) {
                run.add(key(random), value(random));
            }
            node.put(group, attempt(source), 0, run);
            attempts.add(attempt(source));
            model.addAll(run);
        }
        node.server().commit(GroupKey.of(group), attempts);
        return model;
    }

    private static byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(20) == 0 ? random.nextInt(40) : random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return key;
    }

    /** Mostly small; some larger than a block, some in pieces. */
    private static byte[] value(Random random) {
        int kind = random.nextInt(600);
        byte[] value = new byte[kind == 0 ? 300_000 + random.nextInt(500_000) : kind < 6 ? 40_000 : random.nextInt(60)];
        random.nextBytes(value);
        return value;
    }

    /** No bound, a key, just after a key, the end of a prefix, or any bytes. */
    private static byte[] bound(Tuples model, Random random) {
        byte[] key = model.keys().get(random.nextInt(model.keys().size()));
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> key;
            case 2 -> Arrays.copyOf(key, key.length + 1);
            case 3 -> endOfPrefix(key);
            default -> key(random);
        };
    }

    private static byte[] endOfPrefix(byte[] prefix) {
        for (int length = prefix.length; length > 0; length--) {
            if (prefix[length - 1] != (byte) 0xFF) {
                byte[] end = Arrays.copyOf(prefix, length);
                end[length - 1]++;
                return end;
            }
        }
        return null;
    }

    private static void checkRange(TestNode node, long group, Tuples model, byte[] from, byte[] to) {
        Tuples expected = model.range(from, to);
        String range = "group " + group + " from " + Arrays.toString(from) + " to " + Arrays.toString(to);
        assertThat(Tuples.readAll(node.server().merged(group, 0, from, to)).range(from, to))
                .as(range)
                .isEqualTo(expected);
        for (boolean ordered : new boolean[] {true, false}) {
            Tuples scanned = Tuples.readAll(node.openScan(new Scan(group, 0, ordered, from, to)));
            assertThat(scanned.range(from, to))
                    .as("%s, ordered %s", range, ordered)
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyKeyIsFoundByAPointRead() {
        Random random = new Random(3);
        try (TestNode node = TestNode.open(directory)) {
            Tuples model = fill(node, 1, 2, random);
            for (byte[] key : model.keys()) {
                checkRange(node, 1, model, key, Arrays.copyOf(key, key.length + 1));
            }
        }
    }

    @Test
    void aPointReadSendsOneOrTwoBlocksNotTheSubgroup() {
        try (TestNode node = TestNode.open(directory)) {
            node.store(1, 0, Tuples.numbered("key", 100_000, "a value"));
            byte[] key = bytes("key00077777");
            try (ScanClient scan = node.openScan(new Scan(1, 0, true, key, Arrays.copyOf(key, key.length + 1)))) {
                int blocks = 0;
                for (BlockReader reader = new BlockReader(); scan.next(reader); ) {
                    blocks++;
                }
                assertThat(blocks).isBetween(1, 2);
            }
        }
    }

    @Test
    void anEmptyOrReversedRangeIsEmpty() {
        try (TestNode node = TestNode.open(directory)) {
            Tuples tuples = Tuples.numbered("key", 5000, "v");
            node.store(1, 0, tuples);
            checkRange(node, 1, tuples, bytes("key00000100"), bytes("key00000100"));
            checkRange(node, 1, tuples, bytes("key00004000"), bytes("key00000100"));
            checkRange(node, 1, tuples, bytes("zzz"), null);
            checkRange(node, 1, tuples, null, bytes("a"));
        }
    }
}
