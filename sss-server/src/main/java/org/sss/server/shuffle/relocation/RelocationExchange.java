package org.sss.server.shuffle.relocation;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.Extent;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Locations;
import org.sss.net.control.Relocation;
import org.sss.net.control.Relocations;
import org.sss.net.control.ShuffleSpec;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.meta.MetaTable;
import org.sss.server.shuffle.method.ShufflePlaces;
import org.sss.server.shuffle.plan.RelocationPlan;
import org.sss.server.shuffle.plan.SubgroupLoad;
import org.sss.server.shuffle.staged.DecoupledExchange;
import org.sss.server.shuffle.staged.ExchangeAfterMap;
import org.sss.server.shuffle.staged.ParkedOutput;

/**
 * As {@link DecoupledExchange}, but between its two steps each node computes the same {@link RelocationPlan}, and what would exceed the memory
 * of an owner goes to other nodes, or to files that all nodes share. Own blocks of such outputs wait too, because a plan may give them away.
 * Threads: as {@link ExchangeAfterMap}.
 */
final class RelocationExchange extends DecoupledExchange {
    private final ShuffleSpec spec;
    private final int self;
    private final RelocationFiles files;
    private final boolean toFiles;
    /** Null before the blocks move. Written by the thread of the step. */
    private volatile RelocationPlan plan;
    /** By output; empty if there are no files. Written by the thread of the step. */
    private volatile List<Stored> written = List.of();
    /** True when all nodes may read what was stored. */
    private volatile boolean complete;
    private volatile boolean closed;

    /** @param toFiles whether extents go to files instead of other nodes */
    RelocationExchange(ShuffleSpec spec, ShufflePlaces places, boolean toFiles) {
        super(spec, places, true);
        this.toFiles = toFiles;
        files = places.files();
        this.spec = spec;
        self = places.node();
    }

    @Override
    protected void known(MetaTable sizes) {
        plan = RelocationPlan.of(loads(sizes), cluster().nodes().size(), spec.memoryLimitBytes(), toFiles);
    }

    @Override
    public Shuffle chosen() {
        RelocationPlan made = plan;
        return made == null || !spec.method().equals(Shuffle.AUTO.methodName()) ? null : made.isNeeded() ? Shuffle.DSA_SMS : Shuffle.DSA;
    }

    @Override
    protected void sendAll(MetaTable known, List<ParkedOutput> counting) {
        RelocationPlan made = plan;
        counting.forEach(output -> output.redirect(made.locations(output.output())));
        if (toFiles && !made.isEmpty()) {
            written = IntStream.range(0, spec.outputs().size()).mapToObj(output -> write(output, made, counting)).toList();
        }
        sendTo(self, counting);
        known.partners(self, block -> target(made, block))
                .forEach(node -> sendTo(node, counting));
    }

    private int target(RelocationPlan made, MetaBlock block) {
        Extent extent = made.locations(block.output()).extent(block.subgroup(), block.source());
        return extent.kind() == Extent.Kind.FILE ? self : extent.node();
    }

    /** Writes what goes to a file. The file is made on all nodes, even if it stays empty: a missing one is an error for readers. */
    private Stored write(int number, RelocationPlan made, List<ParkedOutput> counting) {
        if (made.locations(number).isComputed()) {
            return Stored.NONE;
        }
        GroupKey group = spec.outputs().get(number).group();
        try (RelocationFiles.Writer file = files.write(cluster(), group)) {
            if (closed) {
                files.dropped(group.id());
                throw new SssException(ErrorCode.CLOSED, spec.key() + " has ended");
            }
            counting.stream().filter(output -> output.output() == number).forEach(output -> output.writeTo(file, this::countMove));
            file.finish();
            return file.stored();
        }
    }

    @Override
    public void prepare() {
        if (!toFiles) {
            return;
        }
        files.check(spec);
        if (closed) {
            files.endCheck(spec);
            throw new SssException(ErrorCode.CLOSED, spec.key() + " has ended");
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            super.close();
        } finally {
            if (toFiles) {
                files.endCheck(spec);
            }
            if (toFiles && !complete) {
                spec.outputs().forEach(output -> files.dropped(output.group().id()));
            }
        }
    }

    private ClusterMap cluster() {
        return spec.cluster();
    }

    /** What each subgroup will get, of the outputs whose extents may be stored elsewhere. */
    private List<SubgroupLoad> loads(MetaTable known) {
        TreeMap<Long, TreeMap<Integer, Long>> bySubgroup = new TreeMap<>();
        for (int node = 0; node < cluster().nodes().size(); node++) {
            for (MetaBlock block : known.of(node)) {
                if (spec.outputs().get(block.output()).elsewhere()) {
                    bySubgroup.computeIfAbsent((long) block.output() << Integer.SIZE | block.subgroup(), key -> new TreeMap<>())
                            .merge(block.source(), block.bytes(), Long::sum);
                }
            }
        }
        List<SubgroupLoad> loads = new ArrayList<>();
        bySubgroup.forEach((key, bySource) -> loads.add(load((int) (key >> Integer.SIZE), key.intValue(), bySource)));
        return loads;
    }

    private SubgroupLoad load(int output, int subgroup, SortedMap<Integer, Long> bySource) {
        Long unknown = bySource.remove(MetaBlock.ALL);
        return new SubgroupLoad(output, subgroup, bySource.keySet().stream().mapToInt(Integer::intValue).toArray(),
                bySource.values().stream().mapToLong(Long::longValue).toArray(), unknown == null ? 0 : unknown);
    }

    /** Compares what was stored with what the tasks sent, wherever it was stored. */
    @Override
    protected void end(MetaTable known, List<ParkedOutput> counting) {
        counting.forEach(ParkedOutput::check);
        complete = true;
    }

    @Override
    protected long elsewhereBytes() {
        return ofOwnSubgroups().stream().mapToLong(Relocation::bytes).sum();
    }

    private List<Relocation> ofOwnSubgroups() {
        RelocationPlan made = plan;
        if (made == null) {
            return List.of();
        }
        Locations owners = cluster().locations();
        return IntStream.range(0, spec.outputs().size()).boxed()
                .flatMap(output -> made.locations(output).relocations(spec.outputs().get(output).group().id()).stream())
                .filter(relocation -> owners.owner(relocation.subgroup()) == self).toList();
    }

    @Override
    public Relocations relocations() {
        return new Relocations(ofOwnSubgroups(), written);
    }
}
