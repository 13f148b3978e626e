package org.sss.dataserver;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** Makes the layouts of a data server. Stateless. */
final class AllLayouts {
    private AllLayouts() {
    }

    /** As {@link Storage.Layouts}. */
    static Map<DataServerConfig.Layout, StorageLayout> of(DataDirectory directory, Disk disk, MemoryBudget memory, MemoryFreeing freeing,
            Executor background) {
        Map<DataServerConfig.Layout, StorageLayout> layouts = new EnumMap<>(DataServerConfig.Layout.class);
        layouts.put(DataServerConfig.Layout.BLOCKS, new BlocksLayout());
        layouts.put(DataServerConfig.Layout.MEMORY, new MemoryLayout(memory, freeing));
        layouts.put(DataServerConfig.Layout.TUPLES, new TuplesLayout(new TupleStore(directory, disk), background));
        return layouts;
    }
}
