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
import org.sss.net.control.ShuffleTimes;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.meta.MetaTable;
import org.sss.server.shuffle.method.Relocator;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.plan.RelocationPlan;
import org.sss.server.shuffle.plan.SubgroupLoad;
import org.sss.server.shuffle.staged.DsaExchange;
import org.sss.server.shuffle.staged.ExchangeAfterMap;
import org.sss.server.shuffle.staged.StagedOutput;

/**
 * As {@link DsaExchange}, but between its two steps each node computes the same {@link RelocationPlan}, from the limit
 * and the free memory of each node, and what would exceed the memory of an owner goes to other nodes, or to files that
 * all nodes share. Own blocks of such outputs wait too, because a plan may give them away. Threads: as {@link
 * ExchangeAfterMap}.
 */
public final class RelocationExchange extends DsaExchange implements Relocator {
    private final ShuffleSpec spec;
    private final int self;
    private final RelocationFiles files;
    private final boolean toFiles;
    private final boolean reportsChoice;
    /** What each node can store, once this node knows it. Written by the thread of the step, before the plan. */
    private long[] limits;
    /** Null before the blocks move. Written by the thread of the step. */
    private volatile RelocationPlan plan;
    /** By output; empty if there are no files. Written by the thread of the step. */
    private volatile List<Stored> written = List.of();
    /** True when all nodes may read what was stored. */
    private volatile boolean complete;

    private volatile boolean closed;

    /**
     * @param toFiles       whether extents go to files instead of other nodes
     * @param reportsChoice whether {@link #chosen} says what the sizes of the blocks led to
     */
    private RelocationExchange(ShuffleSpec spec, ShuffleContext context, boolean toFiles, boolean reportsChoice) {
        super(spec, context, true);
        this.toFiles = toFiles;
        this.reportsChoice = reportsChoice;
        files = context.files();
        this.spec = spec;
        self = context.node();
    }

    /**
     * Extents are stored in the memory of other nodes until they are read (Tsukuba 2019, DSA with Skew-Aware
     * Meta-Shuffle).
     */
    public static RelocationExchange toNodes(ShuffleSpec spec, ShuffleContext context) {
        return new RelocationExchange(spec, context, false, false);
    }

    /** Extents are stored in files that all nodes share (Tsukuba 2019, On-Disk). */
    public static RelocationExchange toFiles(ShuffleSpec spec, ShuffleContext context) {
        return new RelocationExchange(spec, context, true, false);
    }

    /**
     * As {@link #toNodes} if a node would get more than its memory, else as {@link DsaExchange}. All nodes decide the
     * same, because they know the same sizes: with a plan that gives nothing away this sends what a {@link DsaExchange}
     * sends.
     */
    public static RelocationExchange ifNeeded(ShuffleSpec spec, ShuffleContext context) {
        return new RelocationExchange(spec, context, false, true);
    }

    @Override
    protected void known(MetaTable sizes) {
        limits = IntStream.range(0, cluster().nodes().size())
                .mapToLong(node -> Math.min(spec.memoryLimitBytes(), sizes.freeBytes(node)))
                .toArray();
        plan = RelocationPlan.of(loads(sizes), limits, toFiles);
    }

    @Override
    public Shuffle chosen() {
        RelocationPlan made = plan;
        return made == null || !reportsChoice ? null : made.isNeeded() ? Shuffle.DSA_SMS : Shuffle.DSA;
    }

    @Override
    protected void sendAll(MetaTable known, List<StagedOutput> committed) {
        RelocationPlan made = plan;
        committed.forEach(output -> output.redirect(made.locations(output.output())));
        if (toFiles && !made.isEmpty()) {
            written = IntStream.range(0, spec.outputs().size())
                    .mapToObj(output -> write(output, made, committed))
                    .toList();
        }
        sendTo(self, committed);
        sendTo(known.partners(self, block -> target(made, block)), committed);
    }

    private int target(RelocationPlan made, MetaBlock block) {
        Extent extent = made.locations(block.output()).extent(block.subgroup(), block.source());
        return extent.kind() == Extent.Kind.FILE ? self : extent.node();
    }

    /**
     * Writes what goes to a file. The file is made on all nodes, even if it stays empty: a missing one is an error for
     * readers.
     */
    private Stored write(int number, RelocationPlan made, List<StagedOutput> committed) {
        if (made.locations(number).isComputed()) {
            return Stored.NONE;
        }
        GroupKey group = spec.outputs().get(number).group();
        try (RelocationFiles.Writer file = files.write(cluster(), group)) {
            if (closed) {
                files.dropped(group.id());
                throw new SssException(ErrorCode.CLOSED, spec.key() + " has ended");
            }
            committed.stream()
                    .filter(output -> output.output() == number)
                    .forEach(output -> output.writeTo(file, this::countMove));
            file.finish();
            return file.stored();
        }
    }

    @Override
    public void prepare() {
        if (!toFiles) {
            return;
        }
        if (spec.outputs().stream().anyMatch(ShuffleSpec.Output::memoryOnly)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the shuffle method '" + spec.method() + "' stores tuples in files, which memory.only of this job"
                            + " refuses: set shuffle.method=dsa-sms, or run it without memory.only");
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
                    bySubgroup
                            .computeIfAbsent(
                                    (long) block.output() << Integer.SIZE | block.subgroup(), key -> new TreeMap<>())
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
        return new SubgroupLoad(
                output,
                subgroup,
                bySource.keySet().stream().mapToInt(Integer::intValue).toArray(),
                bySource.values().stream().mapToLong(Long::longValue).toArray(),
                unknown == null ? 0 : unknown);
    }

    /** Compares what was stored with what the tasks sent, wherever it was stored. */
    @Override
    protected void end(MetaTable known, List<StagedOutput> committed) {
        committed.forEach(StagedOutput::check);
        complete = true;
    }

    @Override
    protected ShuffleTimes.Placement placement() {
        RelocationPlan made = plan;
        return made == null
                ? ShuffleTimes.Placement.NONE
                : new ShuffleTimes.Placement(
                        limits[self],
                        ofOwnSubgroups().stream().mapToLong(Relocation::bytes).sum(),
                        made.overflowBytes(self));
    }

    private List<Relocation> ofOwnSubgroups() {
        RelocationPlan made = plan;
        if (made == null) {
            return List.of();
        }
        Locations owners = cluster().locations();
        return IntStream.range(0, spec.outputs().size())
                .boxed()
                .flatMap(output -> made
                        .locations(output)
                        .relocations(spec.outputs().get(output).group().id())
                        .stream())
                .filter(relocation -> owners.owner(relocation.subgroup()) == self)
                .toList();
    }

    @Override
    public Relocations relocations() {
        return new Relocations(ofOwnSubgroups(), written);
    }
}
