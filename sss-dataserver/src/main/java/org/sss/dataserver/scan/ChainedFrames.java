package org.sss.dataserver.scan;

import io.netty.buffer.ByteBuf;
import java.util.List;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameSource;

/** Concatenates the frames of several sources. One thread at a time. Owns them. */
public final class ChainedFrames implements FrameSource {
    private final List<FrameSource> sources;
    private int current;

    public ChainedFrames(List<FrameSource> sources) {
        this.sources = sources;
    }

    @Override
    public ByteBuf next() {
        for (; current < sources.size(); current++) {
            ByteBuf frame = sources.get(current).next();
            if (frame != null) {
                return frame;
            }
            sources.get(current).close();
        }
        return null;
    }

    @Override
    public FileBlocks rest() {
        return current < sources.size() ? sources.get(current).rest() : null;
    }

    @Override
    public void close() {
        Closing.each(sources, FrameSource::close);
    }
}
