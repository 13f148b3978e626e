package org.sss.api;

import java.io.Serializable;
import java.util.List;

/**
 * Tuples from outside of SSS as the input of a Map. It travels with the job, as mappers do.
 *
 * <p>{@link #splits} is called by the client when the workflow is submitted; each split is one task, on any node, with a copy
 * of the source of its own.
 */
public interface TupleSource<K, V> extends Serializable {
    /** What progress and errors call it. */
    String name();

    /**
     * What can be read apart; in an order that is the same each time, as the order of values follows from it.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#INVALID_ARGUMENT} when there is nothing to read
     */
    List<Split> splits();

    /**
     * Hands all tuples of a split to {@code to}, always in the same order; objects may be reused after each call.
     *
     * @throws Exception ends the job with an error that names the split
     */
    void read(Split split, TupleSink<K, V> to) throws Exception;

    /** Takes the tuples of a split. */
    @FunctionalInterface
    interface TupleSink<K, V> {
        /** @throws SssException when the task is to stop, with the error of the mapper for one; not to be caught */
        void accept(K key, V value);

        /**
         * Takes a record that no tuple can be made of, in place of a tuple; then the next one may follow. In a task it is left out, or
         * becomes a dead letter, as a tuple at which the mapper throws ({@link JobOptions#onError}). It is for what is wrong with this record
         * alone: where the next one begins is to be known, and what is wrong with all of them is to be thrown.
         *
         * @param key    that the tuple would have had
         * @param record as it was read, valid until this returns
         * @param error  which says where the record is; of the code {@link ErrorCode#INVALID_ARGUMENT}
         * @throws SssException when nothing is to be left out; not to be caught
         */
        default void failed(K key, Bytes record, SssException error) {
            throw error;
        }

        /**
         * Tells that the next tuple, or record that {@linkplain #failed fails}, takes as many bytes where it comes from; it is for
         * progress alone, and need not be told.
         */
        default void bytes(long count) {
        }

        /**
         * Tells what the next tuples are of, where a split has several parts: one of its files, for example. It is for errors alone, and
         * need not be told.
         */
        default void from(String part) {
        }
    }

    /**
     * A part of a source.
     *
     * @param description for errors: a file and a range of it, for example
     * @param data        what {@link TupleSource#read} needs to find it
     */
    record Split(String description, byte[] data) implements Serializable {
    }
}
