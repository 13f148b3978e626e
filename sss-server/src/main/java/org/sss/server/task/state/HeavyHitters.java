package org.sss.server.task.state;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.sss.api.Bytes;
import org.sss.net.block.KeyHash;
import org.sss.net.control.Progress.HeavyKey;

/**
 * The keys of a task with the most values. The keys come one after another, each with all its values, so counting is exact and
 * costs a comparison for each key. Used by the task's thread.
 */
public final class HeavyHitters {
    private final List<HeavyKey> heaviest = new ArrayList<>();
    /** Keys with no more values than this are not among them. A key with one value is not heavy. */
    private long least = 1;

    /** Whether a key with so many values is among them up to now. */
    public boolean takes(long values) {
        return values > least;
    }

    /** @param bytes which begin with the encoded key */
    public void add(Object key, byte[] bytes, int length, long values) {
        if (takes(values)) {
            insert(new HeavyKey(text(key, bytes, length), values));
        }
    }

    /**
     * Those of several tasks and iterations are added up by their texts, so what is shortened is told apart by a hash of all of it, and a
     * key whose text says only which object it is shows its bytes.
     */
    private static String text(Object key, byte[] bytes, int length) {
        String text = TaskErrors.render(key);
        if (key != null && text.startsWith("<" + key.getClass().getName() + "@")) {
            text = TaskErrors.render(new Bytes().set(bytes, 0, length));
        }
        return TaskErrors.isShortened(text) ? text + "#" + HexFormat.of().toHexDigits(KeyHash.hash64(bytes, 0, length)) : text;
    }

    private void insert(HeavyKey key) {
        int place = 0;
        while (place < heaviest.size() && heaviest.get(place).values() >= key.values()) {
            place++;
        }
        heaviest.add(place, key);
        if (heaviest.size() > HeavyKey.MAX_KEYS) {
            heaviest.remove(HeavyKey.MAX_KEYS);
        }
        if (heaviest.size() == HeavyKey.MAX_KEYS) {
            least = heaviest.get(HeavyKey.MAX_KEYS - 1).values();
        }
    }

    List<HeavyKey> heaviest() {
        return List.copyOf(heaviest);
    }
}
