package org.sss.server.task.input;

import java.util.Arrays;
import org.sss.net.block.RunMerge;

/**
 * A second merge of a subgroup that follows the main merge of the task, to read values again. Since keys ascend, all
 * second reads together cost one more scan; if it lags far, it is reopened at the key, found by the index. For the
 * task's thread.
 */
public final class ValueFollower implements AutoCloseable {
    /** Opens the subgroup again at a key, or before it. */
    @FunctionalInterface
    public interface Opener {
        RunMerge openAt(byte[] key);
    }

    /** Reading more than this costs more than looking up a key and opening the runs there. */
    private static final long FAR_BYTES = 4 << 20;

    private final Opener opener;
    private RunMerge merge;
    private byte[] key = {};
    /** Index of the current value within its key; -1 before the first. */
    private long index;
    /** True if the merge has passed the last value of the key, and may be at the next key. */
    private boolean ended;
    /** Bytes that the task had read when this was at its key. */
    private long taskBytes;

    ValueFollower(Opener opener) {
        this.opener = opener;
    }

    /**
     * Moves to a value of a key; keys must ascend. Returns false if the key has no such value.
     *
     * @param newTaskBytes bytes that the task has read so far
     */
    boolean moveTo(byte[] newKey, int keyLength, long newIndex, long newTaskBytes) {
        boolean sameKey = merge != null && Arrays.equals(key, 0, key.length, newKey, 0, keyLength);
        if (!sameKey || newIndex < index || ended && newIndex == index) {
            if (merge == null || sameKey || newTaskBytes - taskBytes > FAR_BYTES) {
                open(Arrays.copyOf(newKey, keyLength));
            } else {
                key = Arrays.copyOf(newKey, keyLength);
            }
            findKey();
            taskBytes = newTaskBytes;
        }
        while (index < newIndex && !ended) {
            ended = !merge.nextValue();
            index += ended ? 0 : 1;
        }
        return !ended;
    }

    /** Returns the merge, at the value that was moved to. */
    RunMerge merge() {
        return merge;
    }

    private void open(byte[] newKey) {
        close();
        merge = opener.openAt(newKey);
        key = newKey;
    }

    private void findKey() {
        index = -1;
        ended = false;
        while (merge.nextKey()) {
            if (Arrays.equals(merge.key(), 0, merge.keyLength(), key, 0, key.length)) {
                return;
            }
        }
        throw new IllegalStateException("a key that was read before is not found again");
    }

    @Override
    public void close() {
        if (merge != null) {
            merge.close();
            merge = null;
        }
    }
}
