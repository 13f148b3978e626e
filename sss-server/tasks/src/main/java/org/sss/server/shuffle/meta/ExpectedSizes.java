package org.sss.server.shuffle.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ShuffleSpec;

/**
 * What other nodes have announced to this one, until it has been compared with what its data server has stored. Not
 * thread-safe.
 */
public final class ExpectedSizes {
    private final ShuffleSpec spec;
    private final int self;
    private final BiFunction<GroupKey, AttemptId, Stored> stored;
    private final Map<Integer, List<MetaBlock>> byNode = new TreeMap<>();

    /** @param stored returns what the put streams of an attempt have stored at this node */
    public ExpectedSizes(ShuffleSpec spec, int self, BiFunction<GroupKey, AttemptId, Stored> stored) {
        this.spec = spec;
        this.self = self;
        this.stored = stored;
    }

    /** Adds what another node will send to this one; ignores subgroups of others. */
    public void add(int node, List<MetaBlock> blocks) {
        byNode.computeIfAbsent(node, n -> new ArrayList<>())
                .addAll(blocks.stream()
                        .filter(block -> spec.cluster().locations().owner(block.subgroup()) == self)
                        .toList());
    }

    /** Bytes that were announced and not yet compared. */
    public long bytes() {
        return byNode.values().stream()
                .flatMap(List::stream)
                .mapToLong(MetaBlock::bytes)
                .sum();
    }

    /**
     * Compares everything, once it must have been stored, and forgets it. Meta-blocks of {@link MetaBlock#ALL} tasks
     * are not compared: what a sender has sent is compared at the end by the sender in any case.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} naming both nodes if anything else was stored than was announced
     */
    public void check() {
        byNode.forEach(this::check);
        byNode.clear();
    }

    private void check(int node, List<MetaBlock> blocks) {
        Map<MetaBlock, MetaBlock> sums = new TreeMap<>(MetaBlock.ORDER);
        for (MetaBlock block : blocks) {
            if (block.source() != MetaBlock.ALL) {
                MetaBlock any = new MetaBlock(
                        block.output(),
                        block.source(),
                        block.attempt(),
                        0,
                        block.blocks(),
                        block.bytes(),
                        block.tuples());
                sums.merge(any, any, MetaBlock::plus);
            }
        }
        sums.values().forEach(sum -> compare(node, sum));
    }

    private void compare(int node, MetaBlock sum) {
        GroupKey group = spec.outputs().get(sum.output()).group();
        AttemptId attempt = new AttemptId(spec.key().job(), sum.source(), sum.attempt());
        Stored now = stored.apply(group, attempt);
        if (now.blocks() != sum.blocks() || now.storedBytes() != sum.bytes() || now.tuples() != sum.tuples()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "node " + self + " has stored " + sizes(now.blocks(), now.storedBytes(), now.tuples())
                            + " of attempt " + attempt + " for group " + group + ", but node " + node
                            + " had announced "
                            + sizes(sum.blocks(), sum.bytes(), sum.tuples())
                            + "; none of them is committed, run the workflow again");
        }
    }

    private static String sizes(long blocks, long bytes, long tuples) {
        return blocks + " blocks with " + bytes + " bytes and " + tuples + " tuples";
    }
}
