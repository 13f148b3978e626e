package org.sss.io;

import java.io.IOException;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.LongCodec;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;

/**
 * The lines of text files, as an import gives them: the key is the position of the line's first byte in the files one after
 * another, the value is the line without its newline, byte for byte. Made by {@link Sources#text}. Immutable.
 */
public final class TextSource<K, V> extends FileSource<K, V> {
    private static final long serialVersionUID = 1L;

    private final Codec<K> keys;
    private final Codec<V> values;

    TextSource(List<String> pathsOrGlobs, Codec<K> keys, Codec<V> values, long splitBytes, boolean asText) {
        super("text files", pathsOrGlobs, splitBytes, asText);
        this.keys = keys;
        this.values = values;
    }

    /**
     * The same lines as other objects: keys as {@link Codecs#LONG} or {@link Codecs#BYTES} (of eight bytes), values as
     * {@link Codecs#STRING}, {@link Codecs#BYTES}. With {@code BYTES} for both no object is made per line: keys and values
     * are views, valid until the mapper returns.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} for other codecs
     */
    public <K2, V2> TextSource<K2, V2> as(Codec<K2> newKeys, Codec<V2> newValues) {
        if (!Codecs.canRead(newKeys.name(), Codecs.LONG.name()) || !Codecs.canRead(newValues.name(), Codecs.STRING.name())) {
            throw new SssException(ErrorCode.TYPE_MISMATCH, "lines of text are (long, string), or bytes, not (" + newKeys.name()
                    + ", " + newValues.name() + ")");
        }
        return new TextSource<>(pathsOrGlobs(), newKeys, newValues, splitBytes, asText);
    }

    /** The same lines, with plain files cut into ranges of another size than 128 MiB. */
    public TextSource<K, V> splitBytes(long bytes) {
        return new TextSource<>(pathsOrGlobs(), keys, values, Sources.checkedSplitBytes(bytes), asText);
    }

    /** The same lines of files that are taken as they are, whatever they begin with: no file is decompressed or refused. */
    public TextSource<K, V> asText() {
        return new TextSource<>(pathsOrGlobs(), keys, values, splitBytes, true);
    }

    @Override
    RecordScanner scanner(ByteWindow window) {
        return new RecordScanner.Lines(window);
    }

    @Override
    boolean skipsMark() {
        return false;
    }

    @Override
    long maxRecordBytes() {
        return BlockFormat.MAX_VALUE_BYTES;
    }

    @Override
    void readPart(Part part, TupleSink<K, V> to) throws IOException {
        Codec<K> taskKeys = keys.forTask();
        Codec<V> taskValues = values.forTask();
        RecordScanner lines = part.records();
        byte[] key = new byte[LongCodec.SIZE_BYTES];
        while (part.next()) {
            LongCodec.put(key, 0, part.position());
            to.bytes(lines.length() + 1L);
            to.accept(taskKeys.decode(key, 0, key.length), taskValues.decode(lines.array(), lines.offset(), lines.length()));
        }
        Codecs.endViews(taskKeys);
        Codecs.endViews(taskValues);
    }
}
