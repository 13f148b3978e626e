package org.sss.cli.local;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import org.sss.api.ByteSink;
import org.sss.api.LongCodec;
import org.sss.cli.group.TupleText;
import org.sss.cli.terminal.Console;
import org.sss.client.RawTuples;

/** Collects the tuples with the largest long values; ties are resolved by smaller key. One thread at a time. */
final class TopTuples {
    private static final Comparator<Counted> BEST_FIRST = Comparator.<Counted>comparingLong(Counted::count)
            .reversed()
            .thenComparing(Counted::key, Arrays::compareUnsigned);

    private final int limit;
    private final PriorityQueue<Counted> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());
    private long offered;
    private long offeredBytes;
    private long sum;

    private record Counted(byte[] key, long count) {}

    TopTuples(int limit) {
        this.limit = limit;
    }

    /** Tuples must come in key order: one that only equals the smallest collected value is not added. */
    void offer(RawTuples tuple) {
        long count = LongCodec.get(tuple.valueArray(), tuple.valueOffset());
        offered++;
        offeredBytes += tuple.keyLength() + tuple.valueLength();
        sum += count;
        if (worstFirst.size() < limit || limit > 0 && count > worstFirst.peek().count()) {
            int from = tuple.keyOffset();
            worstFirst.add(new Counted(Arrays.copyOfRange(tuple.keyArray(), from, from + tuple.keyLength()), count));
            if (worstFirst.size() > limit) {
                worstFirst.poll();
            }
        }
    }

    long offered() {
        return offered;
    }

    long offeredBytes() {
        return offeredBytes;
    }

    /** Sum of all values. */
    long sum() {
        return sum;
    }

    /** Prints a line for each tuple: the value, aligned to the right, and the key. */
    void print(Console console) {
        TupleText text = new TupleText("bytes");
        ByteSink key = new ByteSink(64);
        List<Counted> all = sorted();
        int width = all.isEmpty() ? 1 : Long.toString(all.get(0).count()).length();
        for (Counted counted : all) {
            text.append(counted.key(), 0, counted.key().length, key);
            key.writeByte('\n');
            console.text(String.format(Locale.ROOT, "%" + width + "d  ", counted.count()));
            console.bytes(key.array(), key.size());
            key.clear();
        }
    }

    List<Map<String, Object>> json(String keyName, String valueName) {
        TupleText text = new TupleText("bytes");
        return sorted().stream()
                .map(counted -> {
                    Map<String, Object> object = new LinkedHashMap<>();
                    object.put(keyName, text.json(counted.key(), 0, counted.key().length));
                    object.put(valueName, counted.count());
                    return object;
                })
                .toList();
    }

    private List<Counted> sorted() {
        return worstFirst.stream().sorted(BEST_FIRST).toList();
    }
}
