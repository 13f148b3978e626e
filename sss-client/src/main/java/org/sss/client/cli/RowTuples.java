package org.sss.client.cli;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;

/**
 * Rows of files as tuples: a key made of one field or the position of the row, a value of one field or the whole row. Read in
 * the process of the command alone. Immutable.
 */
final class RowTuples<R> implements TupleSource<Object, Object> {
    private static final long serialVersionUID = 1L;

    private final TupleSource<Long, R> rows;
    private final transient RowFields<R> fields;
    private final Column key;
    private final Column value;

    /** @param name null for the position, as a key, or the whole row, as a value */
    record Column(String name, String type) {
    }

    RowTuples(TupleSource<Long, R> rows, RowFields<R> fields, Column key, Column value) {
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
            private String part = split.description();

            @Override
            public void accept(Long position, R row) {
                Object ofRow = key(position, row, part);
                Object inRow = value(position, row, part);
                try {
                    to.accept(ofRow, inRow);
                } catch (SssException e) {
                    throw e.code() == ErrorCode.TOO_LARGE || e.code() == ErrorCode.INVALID_ARGUMENT ? invalid(position, part, e) : e;
                }
            }

            @Override
            public void bytes(long count) {
                to.bytes(count);
            }

            @Override
            public void from(String next) {
                part = next;
                to.from(next);
            }
        });
    }

    private Object key(Long position, R row, String part) {
        try {
            return key.name() == null ? position : fields.column(row, key.name(), key.type());
        } catch (SssException e) {
            throw invalid(position, part, e);
        }
    }

    private Object value(Long position, R row, String part) {
        try {
            return value.name() == null ? fields.whole(row, value.type()) : fields.column(row, value.name(), value.type());
        } catch (SssException e) {
            throw invalid(position, part, e);
        }
    }

    private static SssException invalid(long position, String part, SssException e) {
        return new SssException(e.code(), part + ", the record at position " + position + ": " + e.getMessage()
                + "; nothing was imported", e);
    }
}
