package org.sss.dataserver;

import java.util.List;
import java.util.stream.IntStream;

/** What all groups of a data server share. Thread-safe. */
record Storage(DataDirectory directory, DataServerConfig config, Disk disk, MemoryBudget memory, List<StorageThread> threads,
        SegmentCache cache) implements AutoCloseable {

    static Storage open(DataDirectory directory, DataServerConfig config, Disk disk) {
        MemoryBudget memory = new MemoryBudget(config.memoryBytes());
        List<StorageThread> threads = IntStream.range(0, config.storageThreads())
                .mapToObj(i -> new StorageThread("sss-storage-" + i, memory)).toList();
        return new Storage(directory, config, disk, memory, threads,
                new SegmentCache(config.maxOpenSegments(), config.maxIndexBytes()));
    }

    /** The thread that alone writes this subgroup: neighbours go to different ones. */
    StorageThread threadOf(long group, int subgroup) {
        return threads.get((int) Math.floorMod(group * 31 + subgroup, (long) threads.size()));
    }

    @Override
    public void close() {
        threads.forEach(StorageThread::close);
        cache.close();
    }
}
