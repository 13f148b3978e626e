package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class KeySorterTest {
    private static final int KEY_AT = 8;
    private final Random random = new Random(17);

    @Test
    void randomKeysOfAnyLengthAreSorted() {
        for (int count : new int[] {0, 1, 2, 31, 32, 33, 100, 5000}) {
            checkSorts(count, i -> randomBytes(random.nextInt(40), 256));
        }
    }

    @Test
    void keysOfFewLettersWithManyTiesAreSorted() {
        checkSorts(5000, i -> randomBytes(random.nextInt(30), 2));
        checkSorts(5000, i -> randomBytes(random.nextInt(4), 3));
    }

    @Test
    void zeroBytesAtTheEndMakeAKeyLarger() {
        checkSorts(500, i -> new byte[random.nextInt(20)]);
        checkSorts(500, i -> {
            byte[] key = new byte[1 + random.nextInt(18)];
            key[random.nextInt(key.length)] = (byte) random.nextInt(2);
            return key;
        });
    }

    @Test
    void longCommonPrefixesAreSorted() {
        byte[] prefix = "https://www.example.org/a/path/that/all/share/".getBytes();
        checkSorts(3000, i -> join(i % 7 == 0 ? new byte[] {'x'} : prefix, randomBytes(random.nextInt(24), 5)));
        checkSorts(300, i -> Arrays.copyOf(prefix, i % prefix.length));
    }

    @Test
    void keysThatEachExtendTheOneBeforeAreSorted() {
        checkSorts(1500, i -> new byte[9 * ((i * 7919) % 1500)]);
    }

    @Test
    void preservesOrderOfEqualKeys() {
        checkSorts(2000, i -> "the same key for all of them".getBytes());
        checkSorts(2000, i -> ("key " + i % 3).getBytes());
    }

    @Test
    void sortedAndReversedInputIsSorted() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            keys.add(randomBytes(12, 4));
        }
        keys.sort(Arrays::compareUnsigned);
        checkSorts(keys.size(), keys::get);
        Collections.reverse(keys);
        checkSorts(keys.size(), keys::get);
    }

    /** Compares references with a stable sort of the JDK; elements before and after the range must not change. */
    private void checkSorts(int count, IntFunction<byte[]> keyOf) {
        List<byte[]> keys = new ArrayList<>();
        int bytes = 0;
        for (int i = 0; i < count; i++) {
            keys.add(keyOf.apply(i));
            bytes += KEY_AT + keys.get(i).length;
        }
        byte[] arena = new byte[bytes];
        int[] refs = new int[count];
        long[] prefixes = new long[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            byte[] key = keys.get(i);
            refs[i] = at;
            prefixes[i] = BigEndian.prefix(key, 0, key.length);
            BigEndian.putInt(arena, at, key.length);
            System.arraycopy(key, 0, arena, at + KEY_AT, key.length);
            at += KEY_AT + key.length;
        }
        int from = count / 10;
        int[] expected = refs.clone();
        Integer[] range = Arrays.stream(refs, from, count).boxed().toArray(Integer[]::new);
        Arrays.sort(range, Comparator.comparing(ref -> keyAt(arena, ref), Arrays::compareUnsigned));
        for (int i = from; i < count; i++) {
            expected[i] = range[i - from];
        }
        KeySorter sorter = new KeySorter(KEY_AT);
        sorter.use(arena, prefixes, refs, new long[count], new int[count]);
        sorter.sort(from, count);
        assertThat(refs).isEqualTo(expected);
    }

    private static byte[] keyAt(byte[] arena, int ref) {
        return Arrays.copyOfRange(arena, ref + KEY_AT, ref + KEY_AT + BigEndian.getInt(arena, ref));
    }

    private byte[] randomBytes(int length, int letters) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(letters);
        }
        return bytes;
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
