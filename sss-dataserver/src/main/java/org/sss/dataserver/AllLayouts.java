package org.sss.dataserver;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.layout.BlocksLayout;
import org.sss.dataserver.layout.MemoryLayout;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.process.MemoryFreeing;
import org.sss.dataserver.tuples.TupleStore;
import org.sss.dataserver.tuples.TuplesLayout;

/** Makes the layouts of a data server. Stateless. */
public final class AllLayouts {
    private AllLayouts() {}

    /** As {@link Storage.Layouts}. */
    public static Map<DataServerConfig.Layout, StorageLayout> of(
            DataDirectory directory, Disk disk, MemoryBudget memory, MemoryFreeing freeing, Executor background) {
        Map<DataServerConfig.Layout, StorageLayout> layouts = new EnumMap<>(DataServerConfig.Layout.class);
        layouts.put(DataServerConfig.Layout.BLOCKS, new BlocksLayout());
        layouts.put(DataServerConfig.Layout.MEMORY, new MemoryLayout(memory, freeing));
        layouts.put(DataServerConfig.Layout.TUPLES, new TuplesLayout(new TupleStore(directory, disk), background));
        return layouts;
    }
}
