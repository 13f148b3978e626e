package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.SssException;
import org.sss.api.TupleSource;

/**
 * A format of files of tuples, selected by the extension of their names. {@link LineFormat} has those of lines; others
 * are found by {@link java.util.ServiceLoader}, and have a constructor without arguments. Stateless.
 *
 * <p>Jobs have the name of the format, never its objects: the classes of a connector are not those of the job.
 */
public interface RecordFormat {
    /** Returns the name, such as {@code parquet}; also that of its connector. */
    String id();

    /** Returns the extensions of names of files, such as {@code .parquet}, in lower case. */
    List<String> extensions();

    /** Returns the end of the names of files that jobs write. */
    String suffix();

    /** Returns whether a whole file may be compressed, so that its name may also end with .gz or .zst. */
    boolean isCompressible();

    /**
     * Returns the types of the tuples of files for which the caller requests none.
     *
     * @throws SssException NOT_FOUND, INVALID_ARGUMENT for files that are not of this format
     */
    Types types(InputFiles files);

    /**
     * Returns a source of the files, which may be in any store: {@link org.sss.io.store.FileStores#ofProcess} lists
     * them in {@code splits}, and those {@linkplain org.sss.io.store.FileStores#of of the sink} open them in
     * {@code read}.
     *
     * <p>The client and each task create their own: the source need not be serializable. A split of the client must be
     * readable by the source of a task.
     *
     * @param keys   of the tuples that the source passes on
     * @throws SssException TYPE_MISMATCH if the format has no tuples of these types
     */
    <K, V> TupleSource<K, V> source(InputFiles files, Codec<K> keys, Codec<V> values);

    /**
     * Returns a writer of a file.
     *
     * @param out        is written sequentially, and not closed
     * @param valuesOnly whether keys are omitted
     * @param columns    names of the written columns, in order; empty for all
     * @throws SssException NOT_FOUND for a column that the tuples do not have; INVALID_ARGUMENT if the format has no
     *     columns, or no such type
     */
    Writer writer(OutputStream out, Types types, boolean valuesOnly, List<String> columns) throws IOException;

    /**
     * The types of tuples, as {@link org.sss.api.Codec#name()} has them, such as {@code long} and
     * {@code record(a:int)}. Immutable.
     */
    record Types(String keys, String values) {
        /** Returns the types of codecs. */
        public static Types of(Codec<?> keys, Codec<?> values) {
            return new Types(keys.name(), values.name());
        }
    }

    /** Writes encoded tuples to a file; created by {@link RecordFormat#writer}. For one thread. */
    interface Writer {
        /**
         * Writes one tuple, or buffers it.
         *
         * @throws org.sss.api.SssException CORRUPT if the bytes are not of the type; the tuple is then not written
         */
        void write(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength)
                throws IOException;

        /** Writes what is buffered, and the end of the file. Called once, after the last tuple. */
        void finish() throws IOException;
    }
}
