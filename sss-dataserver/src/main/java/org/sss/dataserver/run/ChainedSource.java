package org.sss.dataserver.run;

import java.util.List;
import org.sss.dataserver.process.Closing;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/** Concatenates several sources. One thread at a time. Owns them. */
public final class ChainedSource implements BlockSource {
    private final List<? extends BlockSource> sources;
    private int current;

    public ChainedSource(List<? extends BlockSource> sources) {
        this.sources = sources;
    }

    @Override
    public boolean next(BlockReader reader) {
        for (; current < sources.size(); current++) {
            if (sources.get(current).next(reader)) {
                return true;
            }
            sources.get(current).close();
        }
        return false;
    }

    @Override
    public void close() {
        Closing.each(sources, BlockSource::close);
    }
}
