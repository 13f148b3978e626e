package org.sss.server.shuffle.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.data.SubgroupSource;
import org.sss.server.shuffle.files.RelocationFileReader.Block;
import org.sss.server.shuffle.files.RelocationFileReader.RunKey;

/**
 * Reads the part of a subgroup that is in the files of several nodes. Thread-safe; each source that it returns belongs
 * to one thread.
 */
final class RelocationFileSource implements SubgroupSource {
    private final List<Path> files;
    private final RelocationFileReader.OwnerCheck owner;

    RelocationFileSource(List<Path> files, RelocationFileReader.OwnerCheck owner) {
        this.files = List.copyOf(files);
        this.owner = owner;
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        return new Chain(ordered(group, subgroup, null, null));
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        TreeMap<RunKey, Run> runs = new TreeMap<>();
        boolean opened = false;
        try {
            for (Path path : files) {
                try (RelocationFileReader file = RelocationFileReader.open(path, owner)) {
                    TreeMap<RunKey, List<Block>> found = new TreeMap<>();
                    file.runs(subgroup, found);
                    found.forEach((key, blocks) -> {
                        file.use();
                        runs.put(key, new Run(file, blocks));
                    });
                }
            }
            if (from != null) {
                runs.values().forEach(run -> run.startAt(from));
            }
            opened = true;
            return new ArrayList<>(runs.values());
        } finally {
            if (!opened) {
                runs.values().forEach(Run::close);
            }
        }
    }

    private static final class Run implements BlockSource {
        private final RelocationFileReader file;
        private final List<Block> blocks;
        private byte[] bytes = {};
        private int next;
        private boolean closed;

        Run(RelocationFileReader file, List<Block> blocks) {
            this.file = file;
            this.blocks = blocks;
        }

        /** Skips the blocks before the last one that starts with a smaller key. */
        void startAt(byte[] key) {
            BlockReader reader = new BlockReader();
            int low = 0;
            int high = blocks.size();
            while (low < high) {
                int middle = low + high >>> 1;
                load(middle, reader);
                reader.next();
                if (Arrays.compareUnsigned(
                                reader.array(),
                                reader.keyOffset(),
                                reader.keyOffset() + reader.keyLength(),
                                key,
                                0,
                                key.length)
                        < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            next = Math.max(0, low - 1);
        }

        @Override
        public boolean next(BlockReader reader) {
            if (next == blocks.size()) {
                return false;
            }
            load(next, reader);
            next++;
            return true;
        }

        private void load(int number, BlockReader reader) {
            Block block = blocks.get(number);
            if (bytes.length < block.length()) {
                bytes = new byte[block.length()];
            }
            file.read(block, bytes);
            reader.reset(bytes, 0, block.length());
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                file.close();
            }
        }
    }

    private record Chain(List<BlockSource> sources) implements BlockSource {
        @Override
        public boolean next(BlockReader reader) {
            while (!sources.isEmpty()) {
                if (sources.get(0).next(reader)) {
                    return true;
                }
                sources.remove(0).close();
            }
            return false;
        }

        @Override
        public void close() {
            sources.forEach(BlockSource::close);
            sources.clear();
        }
    }
}
