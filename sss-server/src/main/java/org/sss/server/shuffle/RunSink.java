package org.sss.server.shuffle;

/** Takes the blocks of runs. Called by the task's thread; may wait for the receiver. */
@FunctionalInterface
public interface RunSink {
    /** One block in {@code block[0, length)}; the array is reused after the call. Sequences begin at 0 in each subgroup. */
    void send(int subgroup, int sequence, byte[] block, int length);
}
