package org.sss.io;

import java.io.IOException;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.LongCodec;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;

/**
 * Lines of text files, in the same form as an import: the key is the position of the line's first byte in the
 * concatenated files, the value is the line without its newline, byte for byte. Created by {@link Sources#text}.
 * Immutable.
 */
public final class TextSource<K, V> extends FileSource<K, V, TextSource<K, V>> {
    private static final long serialVersionUID = 1L;

    private final Codec<K> keys;
    private final Codec<V> values;

    TextSource(InputFiles files, Codec<K> keys, Codec<V> values) {
        super("text files", files);
        this.keys = keys;
        this.values = values;
    }

    /**
     * Returns a source of the same lines as other objects: keys as {@link Codecs#LONG} or {@link Codecs#BYTES} (of
     * eight bytes), values as {@link Codecs#STRING} or {@link Codecs#BYTES}. With {@code BYTES} for both, no objects
     * are created per line: keys and values are views, valid until the mapper returns.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} for other codecs
     */
    public <K2, V2> TextSource<K2, V2> as(Codec<K2> newKeys, Codec<V2> newValues) {
        if (!Codecs.canRead(newKeys.name(), Codecs.LONG.name())
                || !Codecs.canRead(newValues.name(), Codecs.STRING.name())) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "lines of text are (long, string), or bytes, not (" + newKeys.name() + ", " + newValues.name()
                            + ")");
        }
        return new TextSource<>(files(), newKeys, newValues);
    }

    /** Returns the codec of the lines. */
    public Codec<V> values() {
        return values;
    }

    @Override
    protected TextSource<K, V> with(InputFiles newFiles) {
        return new TextSource<>(newFiles, keys, values);
    }

    @Override
    protected RecordScanner scanner(ByteWindow window) {
        return new RecordScanner.Lines(window);
    }

    @Override
    protected boolean skipsByteOrderMark() {
        return false;
    }

    @Override
    protected long maxRecordBytes() {
        return BlockFormat.MAX_VALUE_BYTES;
    }

    @Override
    protected void readRecords(FileRecords records, TupleSink<K, V> to) throws IOException {
        Codec<K> taskKeys = keys.forTask();
        Codec<V> taskValues = values.forTask();
        RecordScanner lines = records.current();
        byte[] key = new byte[LongCodec.SIZE_BYTES];
        while (records.next()) {
            LongCodec.put(key, 0, records.position());
            to.bytes(lines.length() + 1L);
            to.accept(
                    taskKeys.decode(key, 0, key.length),
                    taskValues.decode(lines.array(), lines.offset(), lines.length()));
        }
        Codecs.endViews(taskKeys);
        Codecs.endViews(taskValues);
    }
}
