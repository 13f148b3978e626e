package org.sss.server.task.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Sorted runs of byte strings in temporary files, read as one merged sequence. Many runs of one level are merged into
 * one of the next level, so that a walk has few open files and each value is written only a few times. For the task's
 * thread.
 */
final class Spills {
    private static final int MAX_RUNS = 64;
    private static final int MIN_RUNS = 8;

    private final Supplier<Path> directory;
    private final long memoryBytes;
    /** Files by level. */
    private final List<List<Path>> levels = new ArrayList<>();
    /** Walks with open files. */
    private final List<SpillWalk> walks = new ArrayList<>();

    private int largest;
    private int nextFile;

    Spills(Supplier<Path> directory, long memoryBytes) {
        this.directory = directory;
        this.memoryBytes = memoryBytes;
    }

    boolean isEmpty() {
        return levels.isEmpty();
    }

    /** Adds a sorted run. */
    void add(SortedWalk sorted) {
        add(0, write(sorted));
    }

    private void add(int level, Path run) {
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        List<Path> same = levels.get(level);
        same.add(run);
        if (same.size() >= maxRuns()) {
            levels.set(level, new ArrayList<>());
            add(level + 1, merged(same));
        }
    }

    /** Adds a value that is too large for the memory of the others. */
    void addAlone(byte[] bytes, int offset, int length) {
        add(new SortedWalk() {
            private boolean walked;

            @Override
            public boolean next() {
                boolean first = !walked;
                walked = true;
                return first;
            }

            @Override
            public byte[] array() {
                return bytes;
            }

            @Override
            public int offset() {
                return offset;
            }

            @Override
            public int length() {
                return length;
            }

            @Override
            public long position() {
                return 0;
            }
        });
    }

    /** A walk buffers one value of each run: the larger the values, the fewer runs are allowed. */
    private long maxRuns() {
        return Math.max(MIN_RUNS, Math.min(MAX_RUNS, memoryBytes / Math.max(1, largest)));
    }

    private Path merged(List<Path> runs) {
        try (SpillWalk all = new SpillWalk(runs, walk -> {})) {
            return write(all);
        } finally {
            delete(runs);
        }
    }

    private Path write(SortedWalk sorted) {
        Path file = directory.get().resolve("values-" + nextFile++);
        try (SpillWriter writer = new SpillWriter(file)) {
            while (sorted.next()) {
                largest = Math.max(largest, sorted.length());
                writer.add(sorted.array(), sorted.offset(), sorted.length());
            }
            writer.finish();
            return file;
        } catch (IOException e) {
            throw failed("write", file, e);
        }
    }

    SortedWalk walk() {
        walks.removeIf(walk -> !walk.look());
        return new SpillWalk(files(), walks::add);
    }

    void clear() {
        walks.forEach(SpillWalk::close);
        walks.clear();
        List<Path> old = files();
        levels.clear();
        largest = 0;
        delete(old);
    }

    private List<Path> files() {
        return levels.stream().flatMap(List::stream).toList();
    }

    private static void delete(List<Path> files) {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw failed("delete", file, e);
            }
        }
    }

    static SssException failed(String what, Path file, IOException e) {
        return new SssException(
                ErrorCode.STORAGE,
                "cannot " + what + " the temporary file " + file + ", in which values of a key are sorted: " + e
                        + "; is the disk full?",
                e);
    }
}
