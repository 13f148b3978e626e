package org.sss.server.task.input;

import java.util.List;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ThreadTimes;
import org.sss.net.data.SubgroupSource;
import org.sss.server.timing.SampledTimer;

/** The input of a task; measures how long its blocks take to come, and to be released. For the task's thread. */
public final class TimedSource implements SubgroupSource {
    private final SubgroupSource source;
    private final SampledTimer read = new SampledTimer();
    private final SampledTimer free = new SampledTimer();

    public TimedSource(SubgroupSource source) {
        this.source = source;
    }

    public ThreadTimes.Input times() {
        return new ThreadTimes.Input(read.phase(), free.phase());
    }

    @Override
    public void checkIs(GroupKey group) {
        source.checkIs(group);
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        read.start();
        try {
            return new Timed(source.blocks(group, subgroup));
        } finally {
            read.stop();
        }
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        read.start();
        try {
            return source.ordered(group, subgroup, from, to).stream()
                    .<BlockSource>map(Timed::new)
                    .toList();
        } finally {
            read.stop();
        }
    }

    private final class Timed implements BlockSource {
        private final BlockSource blocks;

        Timed(BlockSource blocks) {
            this.blocks = blocks;
        }

        @Override
        public boolean next(BlockReader reader) {
            read.start();
            try {
                return blocks.next(reader);
            } finally {
                read.stop();
            }
        }

        @Override
        public void close() {
            free.start();
            try {
                blocks.close();
            } finally {
                free.stop();
            }
        }
    }
}
