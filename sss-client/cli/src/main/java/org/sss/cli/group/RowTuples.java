package org.sss.cli.group;

import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;

/**
 * Source of tuples from rows of files: the key is a field or the position of the row, the value is a field or the whole row.
 * Read only in the process of the command. Immutable.
 */
final class RowTuples<R> implements TupleSource<Object, Object> {
    private static final long serialVersionUID = 1L;

    private final TupleSource<Long, R> rows;
    private final transient RowFields<R> fields;
    private final Column key;
    private final Column value;
    private final transient BadRows bad;

    /** @param name null for the position (as a key) or the whole row (as a value) */
    record Column(String name, String type) {
    }

    RowTuples(TupleSource<Long, R> rows, RowFields<R> fields, Column key, Column value, BadRows bad) {
        this.bad = bad;
        this.rows = rows;
        this.fields = fields;
        this.key = key;
        this.value = value;
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
        rows.read(split, new TupleSink<>() {
            private String location = split.description();

            @Override
            public void accept(Long position, R row) {
                Object ofRow;
                Object inRow;
                try {
                    ofRow = key.name() == null ? position : fields.column(row, key.name(), key.type());
                    inRow = value.name() == null ? fields.whole(row, value.type()) : fields.column(row, value.name(), value.type());
                } catch (SssException e) {
                    skip(position, location, e);
                    return;
                }
                try {
                    to.accept(ofRow, inRow);
                } catch (SssException e) {
                    throw e.code() == ErrorCode.TOO_LARGE || e.code() == ErrorCode.INVALID_ARGUMENT ? nothing(invalid(position, location, e)) : e;
                }
            }

            @Override
            public void failed(Long position, Bytes record, SssException error) {
                bad.add(error);
            }

            @Override
            public void bytes(long count) {
                to.bytes(count);
            }

            @Override
            public void from(String next) {
                location = next;
                to.from(next);
            }
        });
    }

    /** @throws SssException if the row must not be skipped, or for an error that is not specific to the row */
    private void skip(long position, String location, SssException e) {
        if (e == NullRule.SKIPPED) {
            bad.addWithoutValue();
        } else if (e.code() == ErrorCode.INVALID_ARGUMENT) {
            bad.add(invalid(position, location, e));
        } else {
            throw nothing(invalid(position, location, e));
        }
    }

    private static SssException invalid(long position, String location, SssException e) {
        return new SssException(e.code(), location + ", record at position " + position + ": " + e.getMessage(), e);
    }

    private static SssException nothing(SssException e) {
        return new SssException(e.code(), e.getMessage() + "; nothing was imported", e);
    }
}
