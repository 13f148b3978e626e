package org.sss.server.coordinator.state;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;

/**
 * All that the coordinator keeps on its disk, in {@code DIR/coordinator/journal}. Thread-safe. Opening it reads the
 * journal and writes it anew without what is over.
 */
public final class CoordinatorState implements AutoCloseable {
    /** Of each line, before what it says. */
    private static final String KIND = "entry";

    private final Entry.Cluster cluster;
    private final Catalog catalog;
    private final WorkflowHistory history;
    private final Journal journal;
    private final boolean syncsGroups;

    private CoordinatorState(Path file, Shape shape, boolean syncsGroups, Clock clock, LongConsumer onDead) {
        this.syncsGroups = syncsGroups;
        List<Entry> entries = Journal.read(file).stream().map(text -> parse(file, text)).toList();
        cluster = cluster(entries, shape);
        DeferredLog log = new DeferredLog();
        catalog = new Catalog(log, clock, onDead);
        history = new WorkflowHistory(log, clock);
        entries.forEach(catalog::replay);
        entries.forEach(history::replay);
        history.replayed();
        Journal.rewrite(file, snapshot());
        journal = Journal.open(file);
    }

    /**
     * @param directory of the node's data
     * @param onDead    told the id of each group whose files can go
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when {@code shape} is not that of the first start
     */
    public static CoordinatorState open(Path directory, Shape shape, Clock clock, LongConsumer onDead) {
        return open(directory, shape, true, clock, onDead);
    }

    /**
     * The same.
     *
     * @param syncsGroups whether a new group survives a power failure once it is announced
     */
    public static CoordinatorState open(Path directory, Shape shape, boolean syncsGroups, Clock clock, LongConsumer onDead) {
        return new CoordinatorState(directory.resolve("coordinator").resolve("journal"), shape, syncsGroups, clock, onDead);
    }

    /**
     * What placement depends on, so it is fixed at the first start.
     *
     * @param subgroupCount        as configured, or 0 for whatever it is
     * @param defaultSubgroupCount for a first start without configured one
     */
    public record Shape(int nodeCount, int subgroupCount, int defaultSubgroupCount) {
    }

    public String clusterId() {
        return cluster.clusterId();
    }

    public int subgroupCount() {
        return cluster.subgroupCount();
    }

    public Catalog catalog() {
        return catalog;
    }

    public WorkflowHistory history() {
        return history;
    }

    private static Entry.Cluster cluster(List<Entry> entries, Shape shape) {
        for (Entry entry : entries) {
            if (entry instanceof Entry.Cluster known) {
                check("cluster.nodes lists", "nodes", shape.nodeCount, known.nodeCount());
                check("cluster.subgroups is", "subgroups", shape.subgroupCount, known.subgroupCount());
                return known;
            }
        }
        int subgroups = shape.subgroupCount > 0 ? shape.subgroupCount : shape.defaultSubgroupCount;
        return new Entry.Cluster(UUID.randomUUID().toString(), shape.nodeCount, subgroups);
    }

    private static void check(String setting, String unit, int configured, int known) {
        if (configured > 0 && configured != known) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, setting + " " + configured + ", but this cluster was made with "
                    + known + " " + unit + " and its groups are placed by that; set it back, or start with empty data"
                    + " directories and import again");
        }
    }

    private List<String> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(cluster);
        entries.addAll(catalog.snapshot());
        entries.addAll(history.snapshot());
        return entries.stream().map(CoordinatorState::format).toList();
    }

    static String format(Entry entry) {
        return new String(Json.write(KIND, Entry.kind(entry), (Record) entry), StandardCharsets.UTF_8);
    }

    private record Kind(String entry) {
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} */
    static Entry parse(Path file, String text) {
        byte[] json = text.getBytes(StandardCharsets.UTF_8);
        try {
            String kind = Json.read(json, Kind.class, "a line").entry();
            Class<? extends Entry> type = Entry.KINDS.get(kind);
            if (type == null) {
                throw new SssException(ErrorCode.PROTOCOL, "there is no '" + kind + "'");
            }
            return Json.read(json, type, "a line");
        } catch (SssException e) {
            throw new SssException(ErrorCode.CORRUPT, "the journal " + file + " holds an entry that this version does not know: "
                    + text + " (" + e.getMessage() + "); was it written by a newer version?", e);
        }
    }

    @Override
    public void close() {
        journal.close();
    }

    /** The journal, which is opened only after the state has been read from it. */
    private final class DeferredLog implements EntryLog {
        @Override
        public long write(Entry entry) {
            return journal.write(format(entry));
        }

        @Override
        public void sync(long position) {
            journal.sync(position);
        }

        @Override
        public void syncGroups(long position) {
            if (syncsGroups) {
                journal.sync(position);
            }
        }
    }
}
