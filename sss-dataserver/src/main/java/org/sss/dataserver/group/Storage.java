package org.sss.dataserver.group;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.disk.Trash;
import org.sss.dataserver.merge.MergeMemory;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.process.MemoryFreeing;
import org.sss.dataserver.segment.SegmentCache;

/** The resources that all groups of a data server share. Thread-safe. */
public record Storage(
        DataDirectory directory,
        DataServerConfig config,
        Disk disk,
        Memory memory,
        List<StorageThread> threads,
        SegmentCache cache,
        Trash trash,
        Map<DataServerConfig.Layout, StorageLayout> layouts)
        implements AutoCloseable {
    private static final Duration FREEING_PATIENCE = Duration.ofSeconds(10);

    /**
     * Memory of the process, and its limits.
     *
     * @param tuples   direct memory filled with tuples
     * @param incoming blocks that have arrived
     * @param merging  buffers of merges
     * @param freeing  returns memory to the system
     */
    public record Memory(MemoryBudget tuples, IncomingMemory incoming, MergeMemory merging, MemoryFreeing freeing) {}

    /** Makes one layout of each kind. */
    @FunctionalInterface
    public interface Layouts {
        /** @param background runs tasks that nothing waits for */
        Map<DataServerConfig.Layout, StorageLayout> all(
                DataDirectory directory, Disk disk, MemoryBudget memory, MemoryFreeing freeing, Executor background);
    }

    /** @param shared memory of several data servers, or null for a budget of its own */
    public static Storage open(
            DataDirectory directory, DataServerConfig config, Disk disk, MemoryBudget shared, Layouts makes) {
        Trash trash = new Trash(directory, disk);
        MemoryFreeing freeing = new MemoryFreeing(FREEING_PATIENCE);
        MemoryBudget memory =
                shared != null ? shared : MemoryBudget.of(config.writing().memoryBytes(), freeing);
        List<StorageThread> threads = IntStream.range(0, config.threads().storage())
                .mapToObj(i -> new StorageThread("sss-storage-" + i, memory))
                .toList();
        return new Storage(
                directory,
                config,
                disk,
                new Memory(memory, IncomingMemory.ofProcess(), MergeMemory.ofProcess(), freeing),
                threads,
                new SegmentCache(config.open().max(), config.open().indexBytes(), trash::later),
                trash,
                makes.all(directory, disk, memory, freeing, trash::later));
    }

    /** Returns the layout of new tuples. */
    StorageLayout layout() {
        return layout(config.writing().layout());
    }

    public StorageLayout layout(DataServerConfig.Layout kind) {
        return layouts.get(kind);
    }

    /** Returns one of the storage threads, round robin. */
    StorageThread thread(long index) {
        return threads.get((int) Math.floorMod(index, (long) threads.size()));
    }

    @Override
    public void close() {
        threads.forEach(StorageThread::close);
        layouts.values().forEach(StorageLayout::close);
        cache.close();
        memory.freeing().close();
        trash.close();
    }
}
