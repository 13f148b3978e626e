package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.copy.Copies;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.DirectoryLock;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.GroupClone;
import org.sss.dataserver.group.GroupCommit;
import org.sss.dataserver.group.GroupDescriptions;
import org.sss.dataserver.group.GroupDrop;
import org.sss.dataserver.group.GroupForget;
import org.sss.dataserver.group.GroupListener;
import org.sss.dataserver.group.GroupReads;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.group.Recovery;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.WholeGroups;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataTotals;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.scan.CountedBlocks;
import org.sss.dataserver.scan.Scans;
import org.sss.net.block.BlockSource;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Check;
import org.sss.net.control.DataVerbs.Checked;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.DescribedParts;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Sampled;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.StoredGroups;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.data.SubgroupSource;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Stores the subgroups that one node owns, in one directory, and returns them: to tasks in this JVM by the methods
 * here, to others by the verbs of {@link org.sss.net.control.DataVerbs}. Thread-safe. All methods may wait for the
 * disk: do not call them on an event loop.
 */
public final class DataServer implements SubgroupSource, AutoCloseable {
    private final DataDirectory files;
    private final DirectoryLock lock;
    private final Storage storage;
    private final Groups groups;
    private final GroupReads reads;
    private final Scans scans;
    private final Copies copies;
    private final DataService service;
    private final DataTotals totals = new DataTotals();
    private final AtomicBoolean closed = new AtomicBoolean();

    private DataServer(
            DataDirectory files, DataServerConfig config, Disk disk, DirectoryLock lock, MemoryBudget shared) {
        this.files = files;
        this.lock = lock;
        storage = Storage.open(files, config, disk, shared, AllLayouts::of);
        groups = new Groups(storage);
        reads = new GroupReads(groups, storage);
        scans = new Scans(config);
        copies = new Copies(groups, config.requests().stallTimeout());
        service = new DataService(this, groups, scans, copies, config.requests().maxPuts());
    }

    /**
     * Opens or creates a data directory. Restores what was committed, deletes the rest, and opens no segment yet.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when another server, of this or another process, uses the
     *     directory; {@link ErrorCode#CORRUPT} when it is of another version; {@link ErrorCode#STORAGE};
     *     {@link ErrorCode#INVALID_ARGUMENT} when the JVM has less memory than configured
     */
    public static DataServer open(Path directory, DataServerConfig config) {
        return open(directory, config, new Disk(config.writing().durability()));
    }

    /**
     * As {@link #open(Path, DataServerConfig)}, with a memory budget that several data servers of this process share.
     */
    public static DataServer open(Path directory, DataServerConfig config, MemoryBudget shared) {
        return open(directory, config, new Disk(config.writing().durability()), shared);
    }

    /** As {@link #open(Path, DataServerConfig)}, on the given disk. */
    static DataServer open(Path directory, DataServerConfig config, Disk disk) {
        MemoryBudget.checkPossible(config.writing().memoryBytes());
        return open(directory, config, disk, null);
    }

    /** The memory for tuples that are not committed, which others of this process may share. */
    public MemoryBudget memory() {
        return storage.memory().tuples();
    }

    private static DataServer open(Path directory, DataServerConfig config, Disk disk, MemoryBudget shared) {
        DataDirectory files = new DataDirectory(directory.toAbsolutePath().normalize());
        DataServer server = null;
        DirectoryLock lock = null;
        boolean opened = false;
        try {
            Files.createDirectories(files.root());
            lock = DirectoryLock.take(files.lock());
            Recovery.checkFormat(files, disk);
            server = new DataServer(files, config, disk, lock, shared);
            server.recover();
            opened = true;
            return server;
        } catch (IOException e) {
            throw Disk.error("open the data directory", files.root(), e);
        } finally {
            if (!opened) {
                closeQuietly(server != null ? server : lock);
            }
        }
    }

    private void recover() throws IOException {
        if (Disk.exists(files.merges())) {
            Disk.deleteTree(files.merges());
        }
        Files.createDirectories(files.merges());
        new Recovery(storage).run(groups).forEach(storage.trash()::delete);
        Set<Long> known = Set.copyOf(groups.ids());
        for (StorageLayout layout : storage.layouts().values()) {
            layout.start(known);
        }
    }

    private static void closeQuietly(AutoCloseable opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (Exception e) {
            // the caller gets the exception that made the opening fail
        }
    }

    /** Registers handlers for all verbs of {@link org.sss.net.control.DataVerbs}. */
    public void register(RpcService network) {
        register(network, GroupListener.NONE);
    }

    /**
     * As {@link #register(RpcService)}; notifies {@code listener} of groups that these verbs commit or drop, and asks
     * it for permission.
     */
    public void register(RpcService network, GroupListener listener) {
        register(network, listener, address -> {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "this data server has no connection to " + address);
        });
    }

    /**
     * As {@link #register(RpcService, GroupListener)}.
     *
     * @param peers returns an open connection to another data server, to copy from; it still owns the connection
     */
    public void register(RpcService network, GroupListener listener, Function<NodeAddress, Connection> peers) {
        service.register(network, listener, peers);
    }

    @Override
    public void checkIs(GroupKey group) {
        checkOpen();
        groups.find(group);
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        checkOpen();
        return reads.blocks(group, subgroup);
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        checkOpen();
        return reads.ordered(group, subgroup, from, to);
    }

    /** As {@link GroupReads#frames}. */
    CountedBlocks frames(Scan scan, boolean takesFiles) {
        checkOpen();
        return reads.frames(scan, takesFiles).whenClosed(totals::scanned);
    }

    /** As {@link GroupReads#sample}. */
    public Sampled sample(Sample request) {
        checkOpen();
        return reads.sample(request);
    }

    /**
     * Makes the runs of {@code attempts} visible, atomically and durably; aborts all other attempts of the group. A
     * repeated call returns the same result. Attempts that sent nothing to this node count as empty: the caller
     * compares the sums of all nodes with the totals that the put streams reported.
     *
     * @param description is stored with the tuples; null when unknown
     * @return what these attempts stored on this node
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when one is still sending; the error of an attempt that
     *     failed; {@link ErrorCode#STORAGE} when the group is lost, and then it can only be dropped
     */
    public Stored commit(GroupKey group, List<AttemptId> attempts, GroupDescription description) {
        checkOpen();
        groups.committed(group);
        Group found = groups.find(group);
        Stored stored =
                found == null ? Stored.NONE : found.change(() -> new GroupCommit(found, attempts, description).run());
        totals.committed(stored);
        return stored;
    }

    /** As {@link #commit(GroupKey, List, GroupDescription)}, without a description. */
    public Stored commit(GroupKey group, List<AttemptId> attempts) {
        return commit(group, attempts, null);
    }

    /** Returns the tuples of all commits of a group here, by subgroup. */
    SubgroupTuples committedSubgroups(GroupKey group) {
        Group found = groups.find(group);
        return found == null ? SubgroupTuples.NONE : found.committedSubgroups();
    }

    /**
     * Makes a new group of hard links to the segments of another one, durably, in a time that does not depend on their
     * size; of copies of its blocks if these are not in files of their own. A repeated call returns the same result.
     *
     * @return what the new group stores on this node
     * @throws SssException {@link ErrorCode#NOT_FOUND} when the source is dropped during the call
     */
    public Stored clone(GroupKey source, GroupKey target, GroupDescription description) {
        checkOpen();
        Group from = groups.find(source);
        if (from == null) {
            return Stored.NONE;
        }
        Group to = groups.forWriting(new DataVerbs.Put(target, GroupClone.ATTEMPT, false)
                .inMemory(description.format().inMemory()));
        to.checkIs(target);
        return to.change(() -> new GroupClone(from, to, description).run());
    }

    /**
     * Deletes all subgroups of a group but those to keep, durably.
     *
     * @return what is left
     * @throws SssException {@link ErrorCode#STORAGE}, and nothing has changed
     */
    CommittedPart forget(GroupKey group, List<Integer> keep) {
        checkOpen();
        Group found = groups.find(group);
        if (found == null) {
            return new CommittedPart(Stored.NONE, SubgroupTuples.NONE);
        }
        found.change(() -> {
            new GroupForget(found, keep).run();
            return null;
        });
        return found.part();
    }

    /**
     * Returns what the put streams of an attempt that have ended have stored; bytes are those of the blocks as they
     * came.
     */
    public Stored received(GroupKey group, AttemptId attempt) {
        checkOpen();
        Group found = groups.find(group);
        return found == null ? Stored.NONE : found.received(attempt);
    }

    /** Discards the runs of one attempt. Does nothing if there are none. */
    public void abort(long group, AttemptId attempt) {
        checkOpen();
        Group found = groups.find(group);
        if (found != null) {
            found.remove(attempt, new SssException(ErrorCode.CANCELLED, "attempt " + attempt + " was aborted"));
        }
    }

    /**
     * Drops groups: they are not found any more, scans of them fail with NOT_FOUND, and their files are deleted in the
     * background. The time does not depend on their size. Ignores unknown ids, and ids under which this node stores
     * another group, which is not changed.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when files cannot be moved away; all other groups are dropped, and
     *     a repeated call tries again
     */
    public void drop(List<GroupKey> keys) {
        checkOpen();
        GroupDrop.all(groups, storage, keys);
    }

    public GroupStat stat(GroupKey group) {
        checkOpen();
        Group found = groups.find(group);
        return new GroupStat(group.id(), found == null ? List.of() : found.stat());
    }

    /**
     * Direct memory filled with tuples now, at most {@link DataServerConfig.Writing#memoryBytes()}; if shared, the sum
     * of all servers that share it.
     */
    public long memoryUsedBytes() {
        return storage.memory().tuples().usedBytes();
    }

    DataTotals totals() {
        return totals;
    }

    /** Returns what it counts. Reads no file. */
    public DataFigures figures() {
        return new DataFigures(
                totals.values(),
                DataFigures.Memory.of(storage.memory()),
                service.puts(),
                scans.open(),
                groups.count(),
                storage.trash().pending());
    }

    /**
     * Groups for which this server received anything, committed or not. A caller that knows that a group is dead can
     * drop it.
     */
    public StoredGroups list() {
        checkOpen();
        return new StoredGroups(groups.all().stream().map(Group::stored).toList());
    }

    /** Returns the numbers of these groups, ascending. Reads no file. */
    public List<Long> ids() {
        return groups.ids();
    }

    /** Returns which of these groups are not here as they were committed. */
    public Checked check(Check request) {
        checkOpen();
        return new Checked(new WholeGroups(groups).missing(request.groups()));
    }

    /** Returns what is committed here of these groups, in the order of the request, with their descriptions. */
    DescribedParts describe(List<GroupKey> keys) {
        checkOpen();
        return new GroupDescriptions(groups).of(keys);
    }

    /** @throws SssException {@link ErrorCode#CLOSED} */
    void checkOpen() {
        if (closed.get()) {
            throw new SssException(ErrorCode.CLOSED, "the data server at " + files.root() + " is stopping");
        }
    }

    /** Ends streams and scans with CLOSED, discards what is not committed, unlocks the directory. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        // Must complete: what is not committed would occupy memory of the process for ever.
        boolean interrupted = Thread.interrupted();
        try {
            Closing.all(scans::close, copies::close, this::closeGroups, storage::close, this::unlock);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeGroups() {
        SssException why = new SssException(ErrorCode.CLOSED, "the data server at " + files.root() + " is stopping");
        Closing.each(groups.all(), group -> group.end(why));
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            throw Disk.error("unlock the data directory", files.lock(), e);
        }
    }
}
