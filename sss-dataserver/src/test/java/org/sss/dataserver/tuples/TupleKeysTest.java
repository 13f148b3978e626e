package org.sss.dataserver.tuples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of the keys in the file of layout tuples, and their order. */
final class TupleKeysTest {
    private static byte[] tuple(long group, int subgroup, byte[] key, int run, int number, boolean valueContinues) {
        ByteBuffer into = ByteBuffer.allocate(TupleKeys.maxBytes(key.length));
        TupleKeys.put(into, group, subgroup, key, 0, key.length, run, number, valueContinues);
        return Arrays.copyOf(into.array(), into.position());
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void theBytesAreThoseOfTheDocumentation() {
        assertThat(hex(tuple(258, 3, new byte[] {'a', 0, 'b'}, 5, 6, false)))
                .isEqualTo("0000000000000102" + "00000003" + "6100ff62" + "0000" + "00000005" + "0000000c");
        assertThat(hex(tuple(1, 0, new byte[0], 5, 6, true)))
                .isEqualTo("0000000000000001" + "00000000" + "0000" + "00000005" + "0000000d");
        assertThat(hex(TupleKeys.segment(258, 3, 1))).isEqualTo("ff" + "0000000000000102" + "00000003" + "00000001");
        assertThat(hex(TupleKeys.FILE)).isEqualTo("ff");
    }

    @Test
    void aKeyComesBackFromItsBytes() {
        for (byte[] key : List.of(new byte[0], new byte[3], new byte[] {0, -1, 0, 1}, "text".getBytes())) {
            byte[] stored = tuple(7, 9, key, 11, 13, true);
            byte[] copy = new byte[stored.length];
            assertThat(TupleKeys.copyKey(stored, 0, stored.length, copy)).isEqualTo(key.length);
            assertThat(Arrays.copyOf(copy, key.length)).isEqualTo(key);
            assertThat(TupleKeys.groupOf(stored)).isEqualTo(7);
            assertThat(TupleKeys.runOf(stored, 0, stored.length)).isEqualTo(11);
            assertThat(TupleKeys.valueContinues(stored, 0, stored.length)).isTrue();
        }
    }

    @Test
    void theOrderIsGroupSubgroupKeyRunNumber() {
        byte[] a = {'a'};
        List<byte[]> ascending = List.of(
                TupleKeys.group(1),
                TupleKeys.subgroup(1, 2),
                TupleKeys.key(1, 2, new byte[0]),
                tuple(1, 2, new byte[0], Integer.MAX_VALUE, TupleKeys.MAX_NUMBER, true),
                TupleKeys.afterKey(1, 2, new byte[0]),
                tuple(1, 2, new byte[1], 0, 0, false),
                TupleKeys.key(1, 2, a),
                TupleKeys.run(1, 2, a, 3),
                tuple(1, 2, a, 3, 0, false),
                tuple(1, 2, a, 3, 1, true),
                tuple(1, 2, a, 3, 2, false),
                TupleKeys.run(1, 2, a, 4),
                tuple(1, 2, a, 4, 0, false),
                TupleKeys.afterKey(1, 2, a),
                tuple(1, 2, new byte[] {'a', 0}, 0, 0, false),
                TupleKeys.subgroup(1, 3),
                tuple(1, 3, a, 0, 0, false),
                TupleKeys.group(2),
                TupleKeys.group(Long.MAX_VALUE),
                TupleKeys.group(Long.MAX_VALUE + 1),
                TupleKeys.FILE,
                TupleKeys.segments(1),
                TupleKeys.segment(1, 2, 1),
                TupleKeys.segments(2));
        for (int i = 1; i < ascending.size(); i++) {
            assertThat(Arrays.compareUnsigned(ascending.get(i - 1), ascending.get(i)))
                    .as("%s before %s", hex(ascending.get(i - 1)), hex(ascending.get(i)))
                    .isNegative();
        }
    }
}
