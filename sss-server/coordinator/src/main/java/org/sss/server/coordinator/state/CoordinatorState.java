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
 * The durable state of the coordinator, in {@code DIR/coordinator/journal}. Thread-safe. Opening it reads the journal
 * and compacts it; {@link #compactIfLarge} compacts it later.
 */
public final class CoordinatorState implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorState.class);
    /** The first property of each line: the kind of its entry. */
    private static final String KIND = "entry";
    /**
     * The journal may have this many bytes, and GROWTH times the bytes of the current state, before it is compacted.
     */
    private static final long SLACK_BYTES = 16 << 20;

    private static final int GROWTH = 4;

    private final Entry.Cluster cluster;
    private final boolean isNew;
    private final Catalog catalog;
    private final WorkflowHistory history;
    /** Null if nothing is stored. */
    private final Journal journal;

    private final Persistence persistence;
    private volatile long compactAt;

    /** What survives the process or the machine. */
    public enum Persistence {
        /** A new group survives a power failure once it is announced. */
        SYNCED,
        /**
         * A new group survives the end of this process; numbers of groups, drops and renames still survive a power
         * failure.
         */
        WRITTEN,
        /** The directory is not needed after the state is closed, so there is no journal. */
        NONE
    }

    private CoordinatorState(
            Path file,
            Shape shape,
            Persistence persistence,
            Clock clock,
            Consumer<GroupKey> onDead,
            UnaryOperator<String> why) {
        this.persistence = persistence;
        EntryLog log = persistence == Persistence.NONE ? new NoLog() : new DeferredLog();
        catalog = new Catalog(log, clock, shape.nodeCount(), onDead);
        history = new WorkflowHistory(log, clock);
        AtomicReference<Entry.Cluster> known = new AtomicReference<>();
        long lineBytes = read(file, known);
        isNew = known.get() == null;
        if (isNew) {
            MissingJournal.checkIsFirstStart(file);
        }
        cluster = cluster(known.get(), shape);
        history.replayed(why);
        if (persistence == Persistence.NONE) {
            journal = null;
        } else {
            journal = Journal.openCompacted(file, snapshot(), lineBytes);
            compactAt = bound();
        }
    }

    /** Replays the journal and sets {@code known} to its cluster, if it has one. Returns the bytes of its lines. */
    private long read(Path file, AtomicReference<Entry.Cluster> known) {
        return Journal.read(file, text -> {
            Entry entry = parse(file, text);
            if (entry instanceof Entry.Format format) {
                format.check(file);
            } else if (entry instanceof Entry.Cluster found) {
                known.compareAndSet(null, found);
            }
            catalog.replay(entry);
            history.replay(entry);
        });
    }

    private long bound() {
        return SLACK_BYTES + GROWTH * journal.size();
    }

    /**
     * Compacts the journal if it has grown to several times the current state. Blocks changes until it is done. Called
     * by a thread that may block on the disk and has no lock.
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
     * Writes entries that could not be written before, because the disk was full. Idempotent.
     *
     * @throws SssException STORAGE
     */
    public void catchUp() {
        history.writeEnds();
    }

    /**
     * @param directory of the node's data
     * @param onDead    called for each group whose files can be deleted
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code shape} is not that of the first start
     */
    public static CoordinatorState open(Path directory, Shape shape, Clock clock, Consumer<GroupKey> onDead) {
        return open(directory, shape, Persistence.SYNCED, clock, onDead);
    }

    /** As {@link #open(Path, Shape, Clock, Consumer)}. */
    public static CoordinatorState open(
            Path directory, Shape shape, Persistence persistence, Clock clock, Consumer<GroupKey> onDead) {
        return open(directory, shape, persistence, clock, onDead, id -> "");
    }

    /**
     * As the others.
     *
     * @param why returns for a workflow id why the previous coordinator ended, as the end of a sentence; or empty
     */
    public static CoordinatorState open(
            Path directory,
            Shape shape,
            Persistence persistence,
            Clock clock,
            Consumer<GroupKey> onDead,
            UnaryOperator<String> why) {
        return new CoordinatorState(journal(directory), shape, persistence, clock, onDead, why);
    }

    /** The journal file in the data directory of node 0. */
    public static Path journal(Path directory) {
        return directory.resolve("coordinator").resolve("journal");
    }

    /** True if there is a journal in the data directory of a node. */
    public static boolean isIn(Path directory) {
        return Files.exists(journal(directory));
    }

    /**
     * Checks that the journal in the data directory of a node, if there is one, is not of a newer version. Reads its
     * first line.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it is, {@link ErrorCode#STORAGE} if it cannot be read
     */
    public static void checkVersion(Path directory) {
        Path file = journal(directory);
        if (Files.isRegularFile(file)) {
            Entry.Format format = JournalLines.format(file);
            if (format != null) {
                format.check(file);
            }
        }
    }

    /**
     * Writes a journal without groups.
     *
     * @param usedBelow group numbers below it may be in use; nodes retain such groups although the journal does not
     *     know them
     */
    public static void writeEmpty(Path directory, Entry.Cluster cluster, long usedBelow) {
        Journal.rewrite(
                journal(directory),
                texts(Entry.withFormat(List.of(cluster, new Entry.GroupNumbers(usedBelow, usedBelow)))));
    }

    /**
     * The numbers that placement depends on; fixed at the first start.
     *
     * @param subgroupCount        as configured, or 0 to accept the existing number
     * @param defaultSubgroupCount for a first start if none is configured
     */
    public record Shape(int nodeCount, int subgroupCount, int defaultSubgroupCount) {}

    /** True if this is the first start of the cluster. */
    public boolean isNew() {
        return isNew;
    }

    public String clusterId() {
        return cluster.clusterId();
    }

    public int subgroupCount() {
        return cluster.subgroupCount();
    }

    /** Returns the bytes of the journal; 0 if nothing is stored. */
    public long journalBytes() {
        return journal == null ? 0 : journal.size();
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
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    setting + " " + configured + ", but this cluster was created with "
                            + known + " " + unit
                            + " and its groups are distributed accordingly; set it back, or start with empty data"
                            + " directories and import again");
        }
    }

    private Iterable<String> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(cluster);
        entries.addAll(catalog.snapshot());
        entries.addAll(history.snapshot());
        return texts(Entry.withFormat(entries));
    }

    /** Formats one entry at a time: together they may have more bytes than the heap. */
    private static Iterable<String> texts(List<Entry> entries) {
        return () -> entries.stream().map(CoordinatorState::format).iterator();
    }

    static String format(Entry entry) {
        return new String(Json.message(KIND, Entry.kind(entry), (Record) entry), StandardCharsets.UTF_8);
    }

    private record Kind(String entry) {}

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
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the journal " + file + " contains an entry that this version does not know: " + text + " ("
                            + e.getMessage() + "); was it written by a newer version?",
                    e);
        }
    }

    @Override
    public void close() {
        if (journal != null) {
            try (journal) {
                catchUp();
            } catch (SssException e) {
                LOG.error("The ends of some workflows could not be stored: {}", e.getMessage());
            }
        }
    }

    /** Writes to the journal, which is opened only after the state has been read from it. */
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
            if (persistence == Persistence.SYNCED) {
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
            // Nothing is stored.
        }

        @Override
        public void syncGroups(long position) {
            // Nothing is stored.
        }
    }
}
