package org.sss.server.task.input;

import java.util.Arrays;
import org.sss.net.block.RunMerge;

/**
 * A second merge of a subgroup, behind the one that the task walks: it reads values again. As keys ascend, all second walks
 * together cost one more scan; where it is far behind, it is opened anew at the key, found by the index. Used by the task's
 * thread.
 */
public final class ValueFollower implements AutoCloseable {
    /** Reads the subgroup again from a key on, or from one before it. */
    @FunctionalInterface
    public interface Opener {
        RunMerge openAt(byte[] key);
    }

    /** To read so much costs more than to look a key up and open the runs there. */
    private static final long FAR_BYTES = 4 << 20;

    private final Opener opener;
    private RunMerge merge;
    private byte[] key = {};
    /** Of the current value within its key; -1 before the first. */
    private long index;
    /** The merge has left the last value of the key behind, and may stand at one of the next key. */
    private boolean ended;
    /** What the task had read when this was at its key. */
    private long taskBytes;

    ValueFollower(Opener opener) {
        this.opener = opener;
    }

    /**
     * Moves to a value of a key that is not before those asked for earlier; false when the key has no such value.
     *
     * @param newTaskBytes what the task has read up to now
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

    /** At the value that was moved to. */
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
