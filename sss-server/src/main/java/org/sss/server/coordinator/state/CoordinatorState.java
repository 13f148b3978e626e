package org.sss.server.coordinator.state;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;

/**
 * All that the coordinator keeps on its disk, in {@code DIR/coordinator/journal}. Thread-safe. Opening it reads the
 * journal and writes it anew without what is over; {@link #compactIfLarge} does so later.
 */
public final class CoordinatorState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorState.class);
    /** Of each line, before what it says. */
    private static final String KIND = "entry";
    /** What is over may take this, and so many times what is not. */
    private static final long SLACK_BYTES = 16 << 20;
    private static final int GROWTH = 4;

    private final Entry.Cluster cluster;
    private final Catalog catalog;
    private final WorkflowHistory history;
    /** Null when nothing is kept. */
    private final Journal journal;
    private final Keeping keeping;
    private volatile long compactAt;

    /** What the journal is for. */
    public enum Keeping {
        /** A new group survives a power failure once it is announced. */
        SYNCED,
        /** It survives the end of this process; numbers of groups, drops and renames still survive a power failure. */
        WRITTEN,
        /** Nobody will read the directory once the state is closed, so there is no journal. */
        NOTHING
    }

    private CoordinatorState(Path file, Shape shape, Keeping keeping, Clock clock, Consumer<GroupKey> onDead, UnaryOperator<String> why) {
        this.keeping = keeping;
        EntryLog log = keeping == Keeping.NOTHING ? new NoLog() : new DeferredLog();
        catalog = new Catalog(log, clock, shape.nodeCount(), onDead);
        history = new WorkflowHistory(log, clock);
        AtomicReference<Entry.Cluster> known = new AtomicReference<>();
        long lineBytes = read(file, known);
        if (known.get() == null) {
            MissingJournal.checkIsFirstStart(file);
        }
        cluster = cluster(known.get(), shape);
        history.replayed(why);
        if (keeping == Keeping.NOTHING) {
            journal = null;
        } else {
            journal = Journal.openAnew(file, snapshot(), lineBytes);
            compactAt = bound();
        }
    }

    /** Plays the journal; {@code known} is told what it says of the cluster. Returns the bytes of its lines. */
    private long read(Path file, AtomicReference<Entry.Cluster> known) {
        return Journal.read(file, text -> {
            Entry entry = parse(file, text);
            if (entry instanceof Entry.Cluster said) {
                known.compareAndSet(null, said);
            }
            catalog.replay(entry);
            history.replay(entry);
        });
    }

    private long bound() {
        return SLACK_BYTES + GROWTH * journal.size();
    }

    /**
     * Writes the journal anew without what is over, when it has grown to several times what it has to say. Changes wait meanwhile. For a
     * thread that may wait for the disk and has no lock.
     */
    public void compactIfLarge() {
        if (journal == null || journal.size() < compactAt) {
            return;
        }
        synchronized (catalog) { // in the order in which changes take these locks
            synchronized (history) {
                journal.compact(snapshot());
                compactAt = bound();
            }
        }
    }

    /**
     * Writes down what could not be written when it came, as the disk was full then. Idempotent.
     *
     * @throws SssException STORAGE
     */
    public void catchUp() {
        history.writeEnds();
    }

    /**
     * @param directory of the node's data
     * @param onDead    told each group whose files can go
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when {@code shape} is not that of the first start
     */
    public static CoordinatorState open(Path directory, Shape shape, Clock clock, Consumer<GroupKey> onDead) {
        return open(directory, shape, Keeping.SYNCED, clock, onDead);
    }

    /** The same. */
    public static CoordinatorState open(Path directory, Shape shape, Keeping keeping, Clock clock, Consumer<GroupKey> onDead) {
        return open(directory, shape, keeping, clock, onDead, id -> "");
    }

    /** The same. @param why the coordinator before this one ended, by the id of a workflow, to end a sentence; or empty */
    public static CoordinatorState open(Path directory, Shape shape, Keeping keeping, Clock clock, Consumer<GroupKey> onDead,
            UnaryOperator<String> why) {
        return new CoordinatorState(journal(directory), shape, keeping, clock, onDead, why);
    }

    /** The file, in the directory of the data of node 0. */
    public static Path journal(Path directory) {
        return directory.resolve("coordinator").resolve("journal");
    }

    /** Whether there is a journal in the directory of a node's data. */
    public static boolean isIn(Path directory) {
        return Files.exists(journal(directory));
    }

    /**
     * Writes a journal that knows no group.
     *
     * @param usedBelow numbers of groups below it may be in use; nodes keep such groups, though the journal does not know them
     */
    public static void writeEmpty(Path directory, Entry.Cluster cluster, long usedBelow) {
        Journal.rewrite(journal(directory), List.of(format(cluster), format(new Entry.GroupNumbers(usedBelow, usedBelow))));
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

    private static Entry.Cluster cluster(Entry.Cluster known, Shape shape) {
        if (known != null) {
            check("cluster.nodes lists", "nodes", shape.nodeCount, known.nodeCount());
            check("cluster.subgroups is", "subgroups", shape.subgroupCount, known.subgroupCount());
            return known;
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
        if (journal != null) {
            try (journal) {
                catchUp();
            } catch (SssException e) {
                LOG.error("How some workflows ended will not be known: {}", e.getMessage());
            }
        }
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
            if (keeping == Keeping.SYNCED) {
                journal.sync(position);
            }
        }
    }

    static final class NoLog implements EntryLog {
        @Override
        public long write(Entry entry) {
            return 0;
        }

        @Override
        public void sync(long position) {
            // Nothing is kept.
        }

        @Override
        public void syncGroups(long position) {
            // Nothing is kept.
        }
    }
}
