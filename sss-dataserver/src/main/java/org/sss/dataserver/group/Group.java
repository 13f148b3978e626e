package org.sss.dataserver.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
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
import org.sss.net.transport.Stream;

/** The part of a group that lies on this node: its subgroups and the attempts that write to it. Thread-safe. */
public final class Group {
    private final long id;
    /** Null before it was read. */
    private volatile String identity;
    /** Null before the first commit, or before it was read. */
    private volatile GroupKey writer;
    private final Path directory;
    private final Storage storage;
    private final boolean temporary;
    private final Commits commits;
    private final Map<Integer, Subgroup> subgroups = new ConcurrentHashMap<>();
    /** Subgroups that have a thread. */
    private final AtomicInteger placed = new AtomicInteger();
    private final Map<AttemptId, Attempt> attempts = new ConcurrentHashMap<>();
    /** Held by a commit or drop. */
    private final ReentrantLock changing = new ReentrantLock();
    /** Whether it may have a directory. */
    private volatile boolean onDisk;
    private volatile SssException unusable;
    private volatile SssException lost;
    private boolean complete; // guarded by this

    private Group(long id, String identity, Storage storage, boolean temporary, boolean fresh) {
        this.id = id;
        this.identity = identity;
        this.storage = storage;
        this.temporary = temporary;
        onDisk = !fresh;
        directory = storage.directory().group(id);
        commits = new Commits(id, directory, disk(), temporary || storage.config().isFleeting(), fresh);
    }

    /**
     * One that has nothing yet.
     *
     * @param temporary ends with this process at the latest, so that nothing of it need be durable
     */
    public static Group fresh(GroupKey key, Storage storage, boolean temporary) {
        return new Group(key.id(), key.identity(), storage, temporary, true);
    }

    /** One of which there are files from before. */
    public static Group found(long id, Storage storage) {
        return new Group(id, null, storage, false, false);
    }

    public long id() {
        return id;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when it has to be read and cannot be */
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

    /** Whether it has this identity, as far as that is known without reading a file. */
    boolean isKnownAs(String other) {
        return other.equals(identity);
    }

    /** Of a group whose files may be damaged. */
    void setIdentity(String known) {
        identity = known;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when it is another group than was asked for */
    public void checkIs(GroupKey key) {
        rethrow(lost);
        key.checkIs(identity());
    }

    public GroupKey key() {
        return new GroupKey(id, identity());
    }

    /** The group whose number and identity the segments have: another one if this is a clone. */
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

    /** The directory, which is made if need be. */
    public Path makeDirectory() throws IOException {
        onDisk = true;
        return Files.createDirectories(directory);
    }

    /** False when there never was a directory, as is usual with temporary groups. */
    public boolean isOnDisk() {
        return onDisk || commits.isWritten();
    }

    public Storage storage() {
        return storage;
    }

    /** Whether it ends with this process at the latest. */
    public boolean isTemporary() {
        return temporary;
    }

    /** What its files are written through. */
    public Disk disk() {
        return temporary ? Disk.UNSYNCED : storage.disk();
    }

    /** What new tuples are written in: those of a temporary group stay in memory while there is room, others if they are few. */
    StorageLayout layout() {
        boolean inMemory = (temporary || storage.config().isFleeting()) && storage.config().layout() == DataServerConfig.Layout.BLOCKS;
        return inMemory ? storage.layout(DataServerConfig.Layout.MEMORY) : storage.layout();
    }

    /** How much of one commit and subgroup may stay in memory, if {@link #layout} keeps anything there. */
    public long keptBytes() {
        boolean few = !temporary && storage.config().layout() == DataServerConfig.Layout.BLOCKS;
        return few ? storage.config().fleetingBytes() : Long.MAX_VALUE;
    }

    Commits commits() {
        return commits;
    }

    public ReentrantLock changing() {
        return changing;
    }

    /** Takes over committed segments that were found on disk. */
    void addSubgroup(int number, List<Segment> segments) {
        subgroups.put(number, new Subgroup(this, number, nextThread(), segments));
    }

    Subgroup subgroup(int number) {
        return subgroups.computeIfAbsent(number, n -> new Subgroup(this, n, nextThread(), List.of()));
    }

    /**
     * Subgroups take the threads in turn as they come. Their numbers would not do: a node of N has every Nth subgroup, which by their
     * numbers could all meet the same thread.
     */
    private StorageThread nextThread() {
        return storage.thread(id + placed.getAndIncrement());
    }

    public List<Subgroup> subgroups() {
        return List.copyOf(subgroups.values());
    }

    /**
     * Completes, before the first use by this process, the committed segments by those that have no file of their own.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when a committed segment file has vanished; {@link ErrorCode#NOT_FOUND} when the
     *     group was dropped meanwhile; why the group was lost
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

    /** A drop closes the group and then tells its segments: those that came after that are told here, or they would be read half deleted. */
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

    /** A drop may take the files away while they are read: that, and not what is missing then, is the reason of the failure. */
    private <T> T unlessDropped(Supplier<T> read) {
        try {
            return read.get();
        } catch (SssException e) {
            throw isDropped() ? dropped(id) : e;
        }
    }

    /** Committed segments of a subgroup. */
    public List<Segment> segments(int number) {
        checkComplete();
        Subgroup subgroup = subgroups.get(number);
        return subgroup == null ? List.of() : subgroup.segments();
    }

    /** What it is, for who knows which groups should be here. */
    public DataVerbs.StoredGroup stored() {
        try {
            return new DataVerbs.StoredGroup(id, identity(), commits.isAny(), temporary || commits.isTemporary());
        } catch (SssException e) { // as its files are damaged, or as it is just being dropped
            return new DataVerbs.StoredGroup(id, identity, true, temporary);
        }
    }

    /** Tuples that were ever committed here. @throws SssException as {@link #checkComplete} */
    long committedTuples() {
        checkComplete();
        return unlessDropped(commits::tuples);
    }

    /** All that was ever committed here. @throws SssException as {@link #checkComplete} */
    DataVerbs.Stored committed() {
        checkComplete();
        return unlessDropped(commits::stored);
    }

    public List<SubgroupStat> stat() {
        return unlessDropped(commits::stat);
    }

    /** Begins a put stream; an attempt that failed begins anew. */
    public PutReceiver openPut(DataVerbs.Put put, Stream stream, Runnable onOver) {
        checkUsable();
        if (identity != null) {
            checkIs(put.key());
        }
        AttemptId attemptId = put.attempt();
        PutReceiver[] opened = new PutReceiver[1];
        attempts.compute(attemptId, (key, known) -> {
            Attempt attempt = known == null ? new Attempt(key) : known;
            opened[0] = new PutReceiver(this, put.key(), attempt, stream, put.packed(), storage.incoming(), onOver);
            if (!attempt.add(opened[0])) {
                attempt = new Attempt(key);
                opened[0] = new PutReceiver(this, put.key(), attempt, stream, put.packed(), storage.incoming(), onOver);
                attempt.add(opened[0]);
            }
            return attempt;
        });
        return opened[0];
    }

    /** A committed segment file of this group. */
    public FileSegment fileSegment(int subgroup, int number, Path file) {
        return new FileSegment(subgroup, number, file, storage.cache(), id, this::writer);
    }

    /** The attempt of this id, or null. */
    Attempt attempt(AttemptId attemptId) {
        return attempts.get(attemptId);
    }

    List<Attempt> attempts() {
        return new ArrayList<>(attempts.values());
    }

    /** Forgets an attempt altogether: failed if it was live, and a new one may have its id. */
    public void remove(AttemptId attemptId, SssException cause) {
        Attempt attempt = attempts.remove(attemptId);
        if (attempt != null) {
            fail(attempt, cause);
        }
    }

    /** Fails an attempt and forgets its runs; its id stays known, so that it cannot be committed by mistake. */
    void fail(Attempt attempt, SssException cause) {
        fail(List.of(attempt), cause);
    }

    /** Fails all of them before the first of their writers hears of it, and could have another one committed. */
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

    /** Ends all attempts after a commit; those that were committed have no streams any more. */
    void endAttempts(List<Attempt> ended) {
        ended.forEach(attempt -> attempts.remove(attempt.id(), attempt));
    }

    /** From now on nothing is written: dropped, stopping, or a commit failed half-way. */
    public void close(SssException why) {
        unusable = why;
        fail(attempts(), why);
    }

    /** From now on nothing is written or read, since nobody knows what belongs to the group. */
    void lose(SssException why) {
        lost = why;
        close(why);
    }

    /** @throws SssException with the reason why nothing can be written */
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
