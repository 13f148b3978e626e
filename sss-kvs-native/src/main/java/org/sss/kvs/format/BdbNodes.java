package org.sss.kvs.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The inner nodes above pages that come in the order of their keys. A node is given away when it is full, so one of
 * each level is in memory. One thread at a time.
 *
 * <pre>
 *   node: number of its first child; for each other one: number, key length, the first key below it
 * </pre>
 *
 * A "number" is as in a {@link BdbLeaf}.
 */
final class BdbNodes {
    /** The library's name for a node starts there, which distinguishes it from a leaf. */
    static final long FIRST_NODE = (1L << 48) + 1;

    private static final int MAX_BYTES = 16 << 10;

    /** Where nodes go. */
    interface Out {
        /** Returns the number of the node, counted from 1. */
        int write(byte[] node) throws IOException;
    }

    /** A node that is not full. */
    private static final class Level {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        private byte[] firstKey;
        private long firstChild;
        private int children;

        void add(long child, byte[] key) {
            putNumber(bytes, child);
            if (children++ == 0) {
                firstKey = key;
                firstChild = child;
                return;
            }
            putNumber(bytes, key.length);
            bytes.write(key, 0, key.length);
        }

        void clear() {
            bytes.reset();
            children = 0;
        }
    }

    private final int maxChildren;
    private final Out out;
    private final List<Level> levels = new ArrayList<>(1);
    private byte[] firstKey; // of all

    BdbNodes(int maxChildren, Out out) {
        this.maxChildren = maxChildren;
        this.out = out;
    }

    /** @param key the first one of {@code page}; retained */
    void add(long page, byte[] key) throws IOException {
        firstKey = firstKey == null ? key : firstKey;
        add(0, page, key);
    }

    /** The first key of all pages. */
    byte[] firstKey() {
        return firstKey;
    }

    private void add(int at, long child, byte[] key) throws IOException {
        if (levels.size() == at) {
            levels.add(new Level());
        }
        Level level = levels.get(at);
        if (level.children >= 2 && (level.children >= maxChildren || level.bytes.size() + key.length > MAX_BYTES)) {
            close(at);
        }
        level.add(child, key);
    }

    private void close(int at) throws IOException {
        Level level = levels.get(at);
        long node = level.firstChild;
        if (level.children > 1) {
            node = FIRST_NODE + out.write(level.bytes.toByteArray());
        }
        byte[] key = level.firstKey;
        level.clear();
        add(at + 1, node, key);
    }

    /** Gives away what is left; returns the page above all others: the only one if there is but one. */
    long finish() throws IOException {
        int at = 0;
        while (at < levels.size() - 1 || levels.get(at).children > 1) {
            close(at++);
        }
        return levels.get(at).firstChild;
    }

    static void putNumber(ByteArrayOutputStream into, long number) {
        long left = number;
        for (; left >= 0x80; left >>>= 7) {
            into.write((int) ~(left & 0x7F));
        }
        into.write((int) left);
    }
}
