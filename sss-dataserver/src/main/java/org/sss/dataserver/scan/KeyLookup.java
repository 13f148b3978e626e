package org.sss.dataserver.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.AnswerBytes;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.run.KeyFinder;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.KeyHash;
import org.sss.net.block.KeyRange;

/**
 * Finds the values of keys, requested in ascending order, in one subgroup. One thread at a time. Its runs stay open
 * until it is closed.
 */
public final class KeyLookup implements AutoCloseable {
    /** In the order of their values. */
    private final List<KeyFinder> finders = new ArrayList<>();

    /** @param range includes all keys that will be requested; runs outside of it are not opened */
    public KeyLookup(List<Segment> segments, KeyRange range, BlockSlots slots) {
        List<Run> runs = new ArrayList<>();
        boolean opened = false;
        try {
            segments.forEach(segment -> runs.addAll(segment.runs(range)));
            opened = true;
        } finally {
            if (!opened) {
                Closing.each(runs, Run::close);
            }
        }
        runs.sort(Comparator.comparing(Run::info, RunInfo.VALUE_ORDER));
        boolean many = runs.size() > 1;
        runs.forEach(run -> finders.add(run.keys(slots.slot(finders.size()), many)));
    }

    /** Adds all values of a key to {@code answer}, in the order of the runs. */
    public void find(byte[] array, int offset, int length, AnswerBytes answer) {
        byte[] key = Arrays.copyOfRange(array, offset, offset + length);
        long hash = KeyHash.hash64(key, 0, length);
        for (KeyFinder finder : finders) {
            if (!finder.find(key, hash, answer)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        try {
            Closing.each(finders, KeyFinder::close);
        } finally {
            finders.clear();
        }
    }
}
