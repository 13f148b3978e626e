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

        /** Tells that the next tuple takes as many bytes where it comes from; it is for progress alone, and need not be told. */
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
