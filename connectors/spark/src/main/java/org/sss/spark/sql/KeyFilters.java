package org.sss.spark.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.StringStartsWith;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.net.block.KeyRange;

/**
 * The filters of a query that select keys: {@code =} and {@code IN} are look-ups, comparisons and prefixes are a range.
 * The order of Spark is that of the encoded keys. One thread at a time.
 */
final class KeyFilters {
    private final GroupColumns columns;
    private final List<Filter> pushed = new ArrayList<>();
    private KeyRange range = KeyRange.ALL;
    /** Keys to look up, or null. */
    private TreeSet<Bytes> keys;

    KeyFilters(GroupColumns columns) {
        this.columns = columns;
    }

    /** Takes those filters that the reader applies completely; returns the others. */
    Filter[] push(Filter[] filters) {
        return Arrays.stream(filters).filter(filter -> !take(filter)).toArray(Filter[]::new);
    }

    Filter[] pushed() {
        return pushed.toArray(Filter[]::new);
    }

    KeyRange range() {
        return range;
    }

    /** Returns the encoded keys to look up in their order, or null if all keys of the range are read. */
    List<byte[]> keys() {
        return keys == null
                ? null
                : keys.stream()
                        .filter(key -> isInRange(key.toByteArray()))
                        .map(Bytes::toByteArray)
                        .toList();
    }

    private boolean isInRange(byte[] key) {
        return (range.from() == null || Arrays.compareUnsigned(key, range.from()) >= 0)
                && !range.endsBefore(key, 0, key.length);
    }

    private boolean take(Filter filter) {
        if (filter.references().length != 1 || !columns.isPlainKey(filter.references()[0]) || !select(filter)) {
            return false;
        }
        pushed.add(filter);
        return true;
    }

    private boolean select(Filter filter) {
        if (filter instanceof IsNotNull) {
            return true; // no key is null
        } else if (filter instanceof EqualTo equal) {
            return lookUp(equal.value());
        } else if (filter instanceof In in) {
            return lookUp(in.values());
        } else if (filter instanceof GreaterThan above) {
            return narrow(above.value(), key -> new KeyRange(KeyRange.only(key).to(), null));
        } else if (filter instanceof GreaterThanOrEqual from) {
            return narrow(from.value(), key -> new KeyRange(key, null));
        } else if (filter instanceof LessThan below) {
            return narrow(below.value(), key -> new KeyRange(null, key));
        } else if (filter instanceof LessThanOrEqual upTo) {
            return narrow(
                    upTo.value(), key -> new KeyRange(null, KeyRange.only(key).to()));
        } else if (filter instanceof StringStartsWith prefix) {
            return narrow(prefix.value(), KeyRange::prefix);
        }
        return false;
    }

    private boolean lookUp(Object... values) {
        TreeSet<Bytes> wanted = new TreeSet<>();
        for (Object value : values) {
            if (value != null) { // null equals no key
                wanted.add(Bytes.of(encoded(value)));
            }
        }
        if (keys == null) {
            keys = wanted;
        } else {
            keys.retainAll(wanted);
        }
        return true;
    }

    private boolean narrow(Object value, Function<byte[], KeyRange> toRange) {
        if (value == null) {
            return false;
        }
        range = range.and(toRange.apply(encoded(value)));
        return true;
    }

    private byte[] encoded(Object value) {
        return switch (columns.key().kind()) {
            case STRING -> value.toString().getBytes(StandardCharsets.UTF_8);
            case BYTES -> (byte[]) value;
            case INT -> encode(Codecs.INT, (Integer) value);
            case LONG -> encode(Codecs.LONG, (Long) value);
            default -> encode(Codecs.DOUBLE, (Double) value);
        };
    }

    private static <T> byte[] encode(Codec<T> codec, T value) {
        ByteSink out = new ByteSink(Long.BYTES);
        codec.encode(value, out);
        return out.toByteArray();
    }
}
