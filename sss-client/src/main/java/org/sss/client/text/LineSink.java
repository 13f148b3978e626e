package org.sss.client.text;

/** Receives lines of text files. */
@FunctionalInterface
public interface LineSink {
    /**
     * Receives one line, without its newline.
     *
     * @param position position of its first byte in the concatenated files
     * @param bytes    has the line at {@code [offset, offset + length)}, until the call returns
     */
    void line(long position, byte[] bytes, int offset, int length);
}
