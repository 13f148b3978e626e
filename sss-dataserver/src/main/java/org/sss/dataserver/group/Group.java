package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.FileSegment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.transport.Stream;

/** The subgroups of a group on this node and the attempts that write to it. Thread-safe. */
public final class Group {
    private final long id;
    /** Null before it is read. */
    private volatile String identity;
    /** Null before the first commit, or before it is read. */
    private volatile GroupKey writer;

    private final Path directory;
    private final Storage storage;
    private final boolean temporary;
    private final boolean inMemory;
    private final boolean memoryOnly;
    private final boolean fresh;
    private final Commits commits;
    private final Map<Integer, Subgroup> subgroups = new ConcurrentHashMap<>();
    /** Number of subgroups that have a thread. */
    private final AtomicInteger assigned = new AtomicInteger();

    private final Map<AttemptId, Attempt> attempts = new ConcurrentHashMap<>();
    private final ReentrantLock changing = new ReentrantLock();
    /** True if it may have a directory. */
    private volatile boolean onDisk;

    private volatile SssException unusable;
    private volatile SssException lost;
    private boolean complete; // guarded by this

    /** @param put describes it: whether it is temporary, in memory, and there alone */
    private Group(Storage storage, DataVerbs.Put put, String identity, boolean fresh) {
        id = put.group();
        this.identity = identity;
        this.storage = storage;
        temporary = put.temporary();
        inMemory = put.inMemory();
        memoryOnly = put.memoryOnly();
        this.fresh = fresh;
        onDisk = !fresh;
        directory = storage.directory().group(id);
        commits =
                new Commits(id, directory, disk(), temporary || storage.config().isFleeting(), fresh);
    }

    /**
     * Makes a new, empty group.
     *
     * @param temporary ends with this process at the latest, so none of it need be durable
     */
    public static Group fresh(GroupKey key, Storage storage, boolean temporary) {
        return new Group(storage, new DataVerbs.Put(key, null, temporary), key.identity(), true);
    }

    /** Makes a new, empty group as its first writer describes it. */
    static Group fresh(DataVerbs.Put put, Storage storage) {
        return new Group(storage, put, put.identity(), true);
    }

    /** Makes a group whose files an earlier process wrote. */
    public static Group found(long id, Storage storage) {
        return new Group(storage, new DataVerbs.Put(GroupKey.of(id), null, false), null, false);
    }

    public long id() {
        return id;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when it must be read from a file and cannot be */
    public String identity() {
        String known = identity;
        if (known == null) {
            known = unlessDropped(commits::identity);
            identity = known;
        }
        return known;
    }

    /** As {@link #identity}, or null when it cannot be read. */
    String identityOrNull() {
        try {
            return identity();
        } catch (SssException e) {
            return null;
        }
    }

    /** Returns true if it is known, without reading a file, to have this identity. */
    boolean isKnownAs(String other) {
        return other.equals(identity);
    }

    /** Sets the identity of a group whose files may be damaged. */
    void setIdentity(String known) {
        identity = known;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when it is another group than the requested one */
    public void checkIs(GroupKey key) {
        rethrow(lost);
        key.checkIs(identity());
    }

    public GroupKey key() {
        return new GroupKey(id, identity());
    }

    /** Returns the group whose number and identity the segments have: another one if this is a clone. */
    GroupKey writer() {
        GroupKey known = writer;
        if (known == null) {
            GroupKey read = unlessDropped(commits::writer);
            known = read == null ? key() : read;
            writer = read;
        }
        return known;
    }

    public Path directory() {
        return directory;
    }

    /** Returns the directory, which is created if necessary. */
    public Path makeDirectory() throws IOException {
        onDisk = true;
        return Files.createDirectories(directory);
    }

    /** Returns false if there never was a directory, as is usual with temporary groups. */
    public boolean isOnDisk() {
        return onDisk || commits.isWritten();
    }

    public Storage storage() {
        return storage;
    }

    /** Returns true if it ends with its workflow. */
    public boolean isTemporary() {
        return temporary;
    }

    /** Returns true if nobody needs it when this process has ended. */
    public boolean endsWithProcess() {
        return temporary || inMemory;
    }

    /** Returns true if what does not fit into memory fails instead of being written to a file. */
    public boolean isMemoryOnly() {
        return memoryOnly;
    }

    /**
     * Returns true if an earlier process wrote it, and it was in memory: it counts as lost, also what is left of it in
     * files, which was never synced.
     *
     * @throws SssException as {@link #identity}
     */
    boolean hasEnded() {
        return !fresh && unlessDropped(commits::wasInMemory);
    }

    /** Returns the disk that its files are written through. */
    public Disk disk() {
        return endsWithProcess() ? Disk.UNSYNCED : storage.disk();
    }

    /**
     * Returns the layout of new tuples: those of a temporary group or one in memory stay in memory while it has room,
     * others if they are few.
     */
    StorageLayout layout() {
        boolean mayStay = (temporary || storage.config().isFleeting())
                && storage.config().writing().layout() == DataServerConfig.Layout.BLOCKS;
        return inMemory || memoryOnly || mayStay ? storage.layout(DataServerConfig.Layout.MEMORY) : storage.layout();
    }

    /** Returns how much of one commit and subgroup may stay in memory, if {@link #layout} stores anything in memory. */
    public long retainedBytes() {
        boolean few = !endsWithProcess() && storage.config().writing().layout() == DataServerConfig.Layout.BLOCKS;
        return few ? storage.config().writing().fleetingBytes() : Long.MAX_VALUE;
    }

    Commits commits() {
        return commits;
    }

    /**
     * Runs a commit or drop, one at a time.
     *
     * @throws SssException {@link ErrorCode#TIMEOUT} when others take longer than a commit may take
     */
    public <T> T change(Supplier<T> work) {
        lock();
        try {
            return work.get();
        } finally {
            changing.unlock();
        }
    }

    private void lock() {
        Duration timeout = storage.config().requests().commitTimeout();
        try {
            if (!changing.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        "another commit or drop of group " + id + " took more than " + timeout.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for group " + id, e);
        }
    }

    /** Adds committed segments that were found on disk. */
    void addSubgroup(int number, List<Segment> segments) {
        subgroups.put(number, new Subgroup(this, number, nextThread(), segments));
    }

    Subgroup subgroup(int number) {
        return subgroups.computeIfAbsent(number, n -> new Subgroup(this, n, nextThread(), List.of()));
    }

    /**
     * Assigns the threads to subgroups round robin, in the order of their first use. Subgroup numbers would not do: a
     * node of N has every Nth subgroup, and by their numbers all of them could get the same thread.
     */
    private StorageThread nextThread() {
        return storage.thread(id + assigned.getAndIncrement());
    }

    public List<Subgroup> subgroups() {
        return List.copyOf(subgroups.values());
    }

    /**
     * Adds, before the first use by this process, the committed segments that have no file of their own.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when a committed segment file is missing;
     *     {@link ErrorCode#NOT_FOUND} when the group was dropped in the meantime; the reason why the group was lost
     */
    synchronized void checkComplete() {
        rethrow(lost);
        if (!complete) {
            unlessDropped(() -> {
                commits.complete(this);
                return null;
            });
            checkSeenByDrop();
            complete = true;
        }
    }

    /**
     * A drop closes the group and then marks its segments. Marks those that were added later, which would be read half
     * deleted otherwise.
     */
    private void checkSeenByDrop() {
        if (isDropped()) {
            subgroups().forEach(subgroup -> subgroup.segments().forEach(Segment::setDropped));
            throw dropped(id);
        }
    }

    private boolean isDropped() {
        SssException why = unusable;
        return why != null && why.code() == ErrorCode.NOT_FOUND;
    }

    /**
     * A drop may move the files away while they are read: reports the drop as the reason then, not the missing file.
     */
    private <T> T unlessDropped(Supplier<T> read) {
        try {
            return read.get();
        } catch (SssException e) {
            throw isDropped() ? dropped(id) : e;
        }
    }

    /** Returns the committed segments of a subgroup. */
    public List<Segment> segments(int number) {
        checkComplete();
        Subgroup subgroup = subgroups.get(number);
        return subgroup == null ? List.of() : subgroup.segments();
    }

    /** Returns what is stored of it, for a caller that knows which groups should be here. */
    public DataVerbs.StoredGroup stored() {
        try {
            return new DataVerbs.StoredGroup(id, identity(), commits.isAny(), temporary || commits.isTemporary());
        } catch (SssException e) { // its files are damaged, or it is being dropped
            return new DataVerbs.StoredGroup(id, identity, true, temporary);
        }
    }

    /**
     * Returns all tuples that were committed here.
     *
     * @throws SssException as {@link #checkComplete}
     */
    long committedTuples() {
        checkComplete();
        return unlessDropped(commits::tuples);
    }

    /**
     * Returns all tuples of a subgroup that were committed here.
     *
     * @throws SssException as {@link #checkComplete}
     */
    long committedTuples(int subgroup) {
        checkComplete();
        return unlessDropped(() -> commits.tuples(subgroup));
    }

    /**
     * Returns all tuples that were committed here, by subgroup.
     *
     * @throws SssException as {@link #checkComplete}
     */
    public SubgroupTuples committedSubgroups() {
        checkComplete();
        return unlessDropped(commits::subgroups);
    }

    /**
     * Returns the tuples of each subgroup here, without those of lost segments.
     *
     * @throws SssException as {@link #checkComplete}
     */
    SubgroupTuples wholeSubgroups() {
        long[] tuples = committedSubgroups().all();
        WholeGroups.lostSegments(this).forEach(lost -> tuples[lost.subgroup()] -= lost.tuples());
        return SubgroupTuples.of(tuples);
    }

    /**
     * Returns the totals of all commits here.
     *
     * @throws SssException as {@link #checkComplete}
     */
    DataVerbs.Stored committed() {
        checkComplete();
        return unlessDropped(commits::stored);
    }

    /**
     * Checks a subgroup without tuples.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if it has had some here, or why their commit failed
     */
    void checkNotForgotten(int subgroup) {
        if (unlessDropped(() -> commits.lastSegment(subgroup)) > 0) {
            checkUsable();
            throw FileSegment.gone("group " + id + ", subgroup " + subgroup);
        }
    }

    /** Returns everything that is here, own and copied. */
    public DataVerbs.CommittedPart part() {
        return new DataVerbs.CommittedPart(committed(), wholeSubgroups());
    }

    public List<SubgroupStat> stat() {
        return unlessDropped(commits::stat);
    }

    /**
     * Opens a put stream; an attempt that failed restarts.
     *
     * @param onOver called once, at the end of the stream, with what it has stored
     */
    public PutReceiver openPut(DataVerbs.Put put, Stream stream, Consumer<DataVerbs.Stored> onOver) {
        checkUsable();
        if (identity != null) {
            checkIs(put.key());
        }
        AttemptId attemptId = put.attempt();
        PutReceiver[] opened = new PutReceiver[1];
        attempts.compute(attemptId, (key, known) -> {
            Attempt attempt = known == null ? new Attempt(key) : known;
            opened[0] = new PutReceiver(
                    this,
                    put.key(),
                    attempt,
                    stream,
                    put.packed(),
                    storage.memory().incoming(),
                    onOver);
            if (!attempt.add(opened[0])) {
                attempt = new Attempt(key);
                opened[0] = new PutReceiver(
                        this,
                        put.key(),
                        attempt,
                        stream,
                        put.packed(),
                        storage.memory().incoming(),
                        onOver);
                attempt.add(opened[0]);
            }
            return attempt;
        });
        return opened[0];
    }

    /** Makes the object of a committed segment file of this group. */
    public FileSegment fileSegment(int subgroup, int number, Path file) {
        return new FileSegment(
                subgroup,
                number,
                file,
                storage.cache(),
                id,
                this::writer,
                () -> unlessDropped(() -> commits.numberInManifest(subgroup, number)));
    }

    /** Starts an attempt that no stream fills. */
    Attempt start(AttemptId attemptId) {
        Attempt attempt = new Attempt(attemptId);
        attempts.put(attemptId, attempt);
        return attempt;
    }

    /** Returns the attempt with this id, or null. */
    Attempt attempt(AttemptId attemptId) {
        return attempts.get(attemptId);
    }

    /** Returns what the ended streams of an attempt have stored. */
    public DataVerbs.Stored received(AttemptId attemptId) {
        Attempt attempt = attempts.get(attemptId);
        return attempt == null ? DataVerbs.Stored.NONE : attempt.stored();
    }

    List<Attempt> attempts() {
        return new ArrayList<>(attempts.values());
    }

    /** Removes an attempt: fails it if it is open; a new one may have its id. */
    public void remove(AttemptId attemptId, SssException cause) {
        Attempt attempt = attempts.remove(attemptId);
        if (attempt != null) {
            fail(attempt, cause);
        }
    }

    /** Fails an attempt and discards its runs; its id stays known, so that it cannot be committed by mistake. */
    void fail(Attempt attempt, SssException cause) {
        fail(List.of(attempt), cause);
    }

    /** Fails all of them before the first of their writers is notified, which could have another one committed. */
    void fail(Collection<Attempt> failing, SssException cause) {
        Map<Attempt, List<Attempt.OpenStream>> open = new LinkedHashMap<>();
        for (Attempt attempt : failing) {
            List<Attempt.OpenStream> streams = attempt.fail(cause);
            if (streams != null) {
                open.put(attempt, streams);
            }
        }
        open.values().forEach(streams -> streams.forEach(stream -> stream.failedWith(cause)));
        if (!open.isEmpty()) {
            subgroups.values().forEach(subgroup -> subgroup.forget(open.keySet()));
        }
    }

    /** Ends all attempts after a commit; the committed ones have no open streams. */
    void endAttempts(List<Attempt> ended) {
        ended.forEach(attempt -> attempts.remove(attempt.id(), attempt));
    }

    /** Rejects writes from now on: the group is dropped, the server stops, or a commit failed half-way. */
    public void close(SssException why) {
        unusable = why;
        fail(attempts(), why);
    }

    /** As {@link #close}, after a running commit or drop; frees what is not committed. */
    public void end(SssException why) {
        change(() -> {
            close(why);
            subgroups().forEach(Subgroup::discardWriter);
            return null;
        });
    }

    /** Rejects writes and reads from now on, since it is unknown what belongs to the group. */
    void lose(SssException why) {
        lost = why;
        close(why);
    }

    /** @throws SssException with the reason if nothing can be written */
    public void checkUsable() {
        rethrow(unusable);
    }

    private static void rethrow(SssException why) {
        if (why != null) {
            throw new SssException(why.code(), why.getMessage(), why);
        }
    }

    public static SssException dropped(long id) {
        return SssException.withoutTrace(ErrorCode.NOT_FOUND, "group " + id + " was dropped");
    }
}
