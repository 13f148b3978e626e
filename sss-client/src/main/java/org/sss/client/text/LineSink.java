package org.sss.client.text;

/** Takes lines of text files. */
@FunctionalInterface
public interface LineSink {
    /**
     * One line, without its end.
     *
     * @param position of its first byte in the files one after another
     * @param bytes    holds the line at {@code [offset, offset + length)}, until the call returns
     */
    void line(long position, byte[] bytes, int offset, int length);
}
