package org.sss.cli.group;

import java.util.List;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.BadRecord;
import org.sss.io.Sources.RowFunction;

/**
 * Source of tuples from rows of files: the key is a field or the position of the row, the value is a field or the whole
 * row. Read only in the process of the command. Immutable.
 */
final class RowTuples implements TupleSource<Object, Object> {
    private static final long serialVersionUID = 1L;

    private final TupleSource<Long, Tuple> rows;
    private final transient BadRows bad;

    /** @param name null for the position (as a key) or the whole row (as a value) */
    record Column(String name, String type) {}

    /** @param key null for the position of the row */
    record Tuple(Object key, Object value) {}

    RowTuples(TupleSource<Long, Tuple> rows, BadRows bad) {
        this.rows = rows;
        this.bad = bad;
    }

    /** Returns what makes tuples of rows. */
    static <R> RowFunction<R, Tuple> function(RowFields<R> fields, Column key, Column value, BadRows bad) {
        return row -> {
            try {
                return new Tuple(
                        key.name() == null ? null : fields.column(row, key.name(), key.type()),
                        value.name() == null
                                ? fields.whole(row, value.type())
                                : fields.column(row, value.name(), value.type()));
            } catch (SssException e) {
                if (e != NullRule.SKIPPED) {
                    throw e;
                }
                bad.addWithoutValue();
                return null;
            }
        };
    }

    @Override
    public String name() {
        return rows.name();
    }

    @Override
    public List<Split> splits() {
        return rows.splits();
    }

    @Override
    public void read(Split split, TupleSink<Object, Object> to) throws Exception {
        try {
            rows.read(split, new Sink(to, bad));
        } catch (SssException e) {
            boolean isOfFile =
                    e.code() == ErrorCode.INVALID_ARGUMENT && !e.getMessage().contains("nothing was imported");
            throw isOfFile ? nothing(e.code(), e.getMessage(), e) : e;
        }
    }

    private static SssException nothing(ErrorCode code, String message, SssException cause) {
        return new SssException(code, message + "; nothing was imported", cause);
    }

    /** Receives the tuples of one split. */
    private static final class Sink implements TupleSink<Long, Tuple>, BadRecord.Sink {
        private final TupleSink<Object, Object> to;
        private final BadRows bad;
        private Supplier<String> place;

        Sink(TupleSink<Object, Object> to, BadRows bad) {
            this.to = to;
            this.bad = bad;
        }

        @Override
        public void accept(Long position, Tuple tuple) {
            try {
                to.accept(tuple.key() == null ? position : tuple.key(), tuple.value());
            } catch (SssException e) {
                throw e.code() == ErrorCode.TOO_LARGE || e.code() == ErrorCode.INVALID_ARGUMENT
                        ? nothing(e.code(), place.get() + ": " + e.getMessage(), e)
                        : e;
            }
        }

        @Override
        public void reads(Supplier<String> places) {
            place = places;
        }

        @Override
        public void bad(BadRecord record) {
            bad.add(record);
        }

        @Override
        public void bytes(long count) {
            to.bytes(count);
        }

        @Override
        public void from(String part) {
            to.from(part);
        }
    }
}
