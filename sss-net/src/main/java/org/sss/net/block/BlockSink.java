package org.sss.net.block;

/** Takes finished blocks. */
@FunctionalInterface
public interface BlockSink {
    /** One block in {@code bytes[0, length)}; the array is reused after the call. */
    void accept(byte[] bytes, int length);
}
