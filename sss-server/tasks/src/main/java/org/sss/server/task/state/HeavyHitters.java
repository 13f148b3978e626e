package org.sss.server.task.state;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.sss.api.Bytes;
import org.sss.net.block.KeyHash;
import org.sss.net.control.Progress.HeavyKey;

/**
 * The keys of a task with the most values. Keys arrive in sequence, each with all its values, so counting is exact and
 * costs one comparison per key. For the task's thread.
 */
public final class HeavyHitters {
    private final List<HeavyKey> heaviest = new ArrayList<>();
    /** Keys with at most this number of values are not included. A key with one value is not heavy. */
    private long minValues = 1;

    /** Returns whether a key with that number of values is among the heaviest so far. */
    public boolean isHeavy(long values) {
        return values > minValues;
    }

    /** @param bytes bytes that start with the encoded key */
    public void add(Object key, byte[] bytes, int length, long values) {
        if (isHeavy(values)) {
            insert(new HeavyKey(text(key, bytes, length), values));
        }
    }

    /**
     * Heavy keys of several tasks and iterations are summed by text, so a shortened text has a hash of the whole key,
     * and a key whose text only identifies the object shows its bytes.
     */
    public static String text(Object key, byte[] bytes, int length) {
        String text = TaskErrors.render(key);
        if (key != null && text.startsWith("<" + key.getClass().getName() + "@")) {
            text = TaskErrors.render(new Bytes().set(bytes, 0, length));
        }
        return TaskErrors.isShortened(text)
                ? text + "#" + HexFormat.of().toHexDigits(KeyHash.hash64(bytes, 0, length))
                : text;
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
            minValues = heaviest.get(HeavyKey.MAX_KEYS - 1).values();
        }
    }

    List<HeavyKey> heaviest() {
        return List.copyOf(heaviest);
    }
}
