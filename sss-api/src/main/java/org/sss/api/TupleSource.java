package org.sss.api;

import java.io.Serializable;
import java.util.List;

/**
 * Tuples from outside SSS as the input of a Map. The source is serialized with the job, like mappers.
 *
 * <p>{@link #splits} is called by the client when the workflow is submitted; each split is one task, on any node, with
 * its own copy of the source.
 */
public interface TupleSource<K, V> extends Serializable {
    /** Returns the name of the source in progress and error messages. */
    String name();

    /**
     * Returns the splits, which can be read independently. Must always return them in the same order, since it
     * determines the order of values.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#INVALID_ARGUMENT} if there is nothing to read
     */
    List<Split> splits();

    /**
     * Passes all tuples of a split to {@code to}, always in the same order; objects may be reused after each call.
     *
     * @throws Exception fails the job with an error that names the split
     */
    void read(Split split, TupleSink<K, V> to) throws Exception;

    /** Receives the tuples of a split. */
    @FunctionalInterface
    interface TupleSink<K, V> {
        /** @throws SssException if the task must stop, for example with the error of the mapper; must not be caught */
        void accept(K key, V value);

        /**
         * Receives a record that could not be parsed, instead of a tuple; the next tuple may follow. A task skips the
         * record, or writes it as a dead letter, like a tuple for which the mapper throws ({@link JobOptions#onError}).
         * Only for errors in a single record: the start of the next record must be known. An error that affects all
         * records must be thrown.
         *
         * @param key    key that the tuple would have had
         * @param record bytes of the record, valid until the call returns
         * @param error  error that states the position of the record, with code {@link ErrorCode#INVALID_ARGUMENT}
         * @throws SssException if no record may be skipped; must not be caught
         */
        default void failed(K key, Bytes record, SssException error) {
            throw error;
        }

        /**
         * Reports the size in bytes, in the source, of the next tuple or {@linkplain #failed failed} record. Optional;
         * used only for progress.
         */
        default void bytes(long count) {}

        /** Reports the file that the next tuples come from, for {@link TaskContext#inputFile}. Optional. */
        default void file(String path) {}

        /**
         * Reports the part of the split, such as one of its files, that the next tuples come from. Optional; used only
         * in error messages.
         */
        default void from(String part) {}
    }

    /**
     * A range of a source that one task reads.
     *
     * @param description for error messages: a file and a range of it, for example
     * @param data        data that {@link TupleSource#read} needs to find the range
     */
    record Split(String description, byte[] data) implements Serializable {}
}
