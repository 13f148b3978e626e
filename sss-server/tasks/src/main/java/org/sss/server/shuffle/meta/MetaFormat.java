package org.sss.server.shuffle.meta;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleSpec;

/**
 * The bytes of a message with meta-blocks. Numbers are varints: groups of 7 bits, the lowest first, as in Protocol
 * Buffers; at most 63 bits. Nodes and the meta-blocks of each ascend, none twice.
 *
 * <pre>
 *   u32 "SSM" 02
 *   varint number of nodes
 *   for each: varint node, which sends the blocks; varint its free bytes; varint number of its meta-blocks;
 *       the meta-blocks, 7 varints each: output, source + 1, attempt, subgroup, blocks, bytes, tuples
 * </pre>
 *
 * Stateless.
 */
final class MetaFormat {
    static final int MAGIC = 'S' << 24 | 'S' << 16 | 'M' << 8 | 2;
    /** Of a message. */
    static final int MAX_BYTES = 16 << 20;

    private static final int MIN_META_BLOCK_BYTES = 7;
    private static final int MAX_SHIFT = 56;

    private MetaFormat() {}

    /** What a receiver knows: the limits of numbers in a message. */
    record Shape(int nodes, int outputs, int subgroups) {
        static Shape of(ShuffleSpec spec) {
            return new Shape(
                    spec.cluster().nodes().size(),
                    spec.outputs().size(),
                    spec.cluster().subgroupCount());
        }
    }

    /**
     * @param byNode by sender
     * @throws SssException {@link ErrorCode#TOO_LARGE}
     */
    static byte[] encode(SortedMap<Integer, NodeSizes> byNode) {
        ByteBuf out = Unpooled.buffer().writeInt(MAGIC);
        write(out, byNode.size());
        byNode.forEach((node, sizes) -> {
            write(out, node);
            write(out, sizes.freeBytes());
            write(out, sizes.blocks().size());
            sizes.blocks().forEach(block -> write(out, block));
        });
        if (out.readableBytes() > MAX_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "the sizes of blocks for " + byNode.size() + " nodes take " + out.readableBytes()
                            + " bytes, the maximum is " + MAX_BYTES + "; set shuffle.method=pairwise for this job");
        }
        return ByteBufUtil.getBytes(out);
    }

    private static void write(ByteBuf out, MetaBlock block) {
        write(out, block.output());
        write(out, block.source() + 1);
        write(out, block.attempt());
        write(out, block.subgroup());
        write(out, block.blocks());
        write(out, block.bytes());
        write(out, block.tuples());
    }

    private static void write(ByteBuf out, long number) {
        long rest = number;
        for (; rest > 0x7F; rest >>>= 7) {
            out.writeByte((int) rest | 0x80);
        }
        out.writeByte((int) rest);
    }

    /**
     * Returns meta-blocks of which those of one node take at most {@code maxBytes}: the same ones or, if these are too
     * many, one for each output and subgroup.
     */
    static List<MetaBlock> within(List<MetaBlock> blocks, int maxBytes) {
        ByteBuf out = Unpooled.buffer();
        blocks.forEach(block -> write(out, block));
        if (out.readableBytes() <= maxBytes) {
            return blocks;
        }
        SortedMap<MetaBlock, MetaBlock> sums = new TreeMap<>(MetaBlock.ORDER);
        blocks.forEach(block -> sums.merge(block.ofAll(), block.ofAll(), MetaBlock::plus));
        return List.copyOf(sums.values());
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if it is not exactly one message within the limits */
    static SortedMap<Integer, NodeSizes> decode(byte[] message, Shape shape) {
        ByteBuf in = Unpooled.wrappedBuffer(message);
        if (in.readableBytes() < 4 || in.readInt() != MAGIC) {
            throw wrong("does not start with their magic; do all nodes run the same version?");
        }
        int nodes = read(in, shape.nodes() + 1, "number of nodes");
        SortedMap<Integer, NodeSizes> byNode = new TreeMap<>();
        for (int i = 0; i < nodes; i++) {
            int node = read(in, shape.nodes(), "node");
            if (!byNode.isEmpty() && node <= byNode.lastKey()) {
                throw wrong("has node " + node + " after node " + byNode.lastKey());
            }
            byNode.put(node, new NodeSizes(readLong(in), readBlocks(in, shape)));
        }
        if (in.isReadable()) {
            throw wrong("has " + in.readableBytes() + " bytes more than its meta-blocks");
        }
        return byNode;
    }

    private static List<MetaBlock> readBlocks(ByteBuf in, Shape shape) {
        int count = read(in, in.readableBytes() / MIN_META_BLOCK_BYTES + 1, "number of meta-blocks");
        List<MetaBlock> blocks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            MetaBlock block = readBlock(in, shape);
            if (i > 0 && MetaBlock.ORDER.compare(blocks.get(i - 1), block) >= 0) {
                throw wrong("has " + block + " after " + blocks.get(i - 1));
            }
            blocks.add(block);
        }
        return List.copyOf(blocks);
    }

    private static MetaBlock readBlock(ByteBuf in, Shape shape) {
        return new MetaBlock(
                read(in, shape.outputs(), "output"),
                read(in, Integer.MAX_VALUE, "source") - 1,
                read(in, Integer.MAX_VALUE, "attempt"),
                read(in, shape.subgroups(), "subgroup"),
                read(in, Integer.MAX_VALUE, "number of blocks"),
                readLong(in),
                readLong(in));
    }

    private static int read(ByteBuf in, int end, String what) {
        long number = readLong(in);
        if (number >= end) {
            throw wrong("has " + what + " " + number + ", the maximum is " + (end - 1L));
        }
        return (int) number;
    }

    private static long readLong(ByteBuf in) {
        long number = 0;
        for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
            if (!in.isReadable()) {
                throw wrong("ends within a number");
            }
            long group = in.readByte();
            number |= (group & 0x7F) << shift;
            if (group >= 0) {
                return number;
            }
        }
        throw wrong("has a number of more than 63 bits");
    }

    private static SssException wrong(String what) {
        return new SssException(ErrorCode.PROTOCOL, "a message with meta-blocks " + what);
    }
}
