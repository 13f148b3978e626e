package org.sss.net.block;

/** Receives finished blocks. */
@FunctionalInterface
public interface BlockSink {
    /** Receives one block in {@code bytes[0, length)}; the array is reused after the call. */
    void accept(byte[] bytes, int length);
}
