package org.sss.dataserver.tuples;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.LostSegment;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.Segment;
import org.sss.kvs.library.KvsException;
import org.sss.net.rpc.Json;

/**
 * All tuples of all groups in one file of the node, one record each: how the original SSS stored them in Tokyo Tyrant,
 * for comparison. The cost of putting, scanning and dropping grows with the number of tuples. Thread-safe.
 */
public final class TuplesLayout implements StorageLayout {
    private static final Logger LOG = LoggerFactory.getLogger(TuplesLayout.class);

    private final TupleStore store;
    private final Executor background;

    /** @param background deletes dropped groups */
    public TuplesLayout(TupleStore store, Executor background) {
        this.store = store;
        this.background = background;
    }

    /** Deletes groups without commits, and groups whose deletion was not finished. */
    @Override
    public void start(Set<Long> groups) throws IOException {
        store.start();
        int runs = store.nextRun();
        byte[] from = TupleKeys.group(0);
        for (byte[] key; (key = store.firstKey(from, TupleKeys.FILE)) != null; ) {
            long group = TupleKeys.groupOf(key);
            from = TupleKeys.group(group + 1);
            if (!groups.contains(group)) {
                deleteSegments(group);
                background.execute(() -> deleteTuples(group, run -> run < runs));
            }
        }
    }

    @Override
    public SubgroupWriter writer(Group group, Subgroup subgroup, int number, StorageThread thread) {
        if (group.id() < 0) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group " + group.id() + " cannot be stored in layout tuples: there groups are numbered from 0");
        }
        return new TuplesWriter(
                store,
                group.key(),
                subgroup.number(),
                number,
                thread.validator(),
                group.storage().directory().scratch("keys", group.id(), subgroup.number(), number));
    }

    @Override
    public void sync() {
        store.sync();
    }

    @Override
    public Segment restore(Group group, CommittedSegment committed) {
        byte[] manifest = store.get(TupleKeys.segment(group.id(), committed.subgroup(), committed.number()));
        if (manifest == null) {
            return new LostSegment(
                    group.id(),
                    committed.subgroup(),
                    committed.number(),
                    committed.stored().tuples(),
                    ErrorCode.CORRUPT,
                    " was stored in " + store.file()
                            + " (storage.layout=tuples) and is lost: that file is lost when the"
                            + " data server is killed after it has written to it, and damaged by a disk error. Drop "
                            + "the group and run the job that wrote it again");
        }
        return new TupleSegment(store, manifest(group, committed, manifest));
    }

    private Manifest manifest(Group group, CommittedSegment committed, byte[] stored) {
        try {
            Manifest manifest = Json.read(stored, Manifest.class, "the list of its runs");
            group.key().checkIs(manifest.identity());
            if (manifest.stored().equals(committed.stored())) {
                return manifest;
            }
            throw store.corrupt(
                    "group " + group.id() + ", subgroup " + committed.subgroup() + " has " + manifest.stored()
                            + ", committed were " + committed.stored(),
                    null);
        } catch (SssException e) {
            throw e.code() == ErrorCode.CORRUPT ? e : store.corrupt(e.getMessage(), e);
        }
    }

    @Override
    public void drop(Group group) {
        if (group.id() >= 0 && !store.isEmpty()) {
            background.execute(() -> {
                deleteSegments(group.id());
                deleteTuples(group.id(), run -> true);
            });
        }
    }

    /** Manifests go first: the next start does not find a group whose tuples are deleted. */
    private void deleteSegments(long group) {
        delete(group, TupleKeys.segments(group), TupleKeys.segments(group + 1), run -> true);
    }

    private void deleteTuples(long group, IntPredicate runs) {
        delete(group, TupleKeys.group(group), TupleKeys.group(group + 1), runs);
        try {
            store.deleteIfEmpty();
        } catch (KvsException | IOException e) {
            LOG.warn("cannot delete {}, which is empty", store.file(), e);
        }
    }

    private void delete(long group, byte[] from, byte[] to, IntPredicate runs) {
        try {
            for (byte[] next = from; next != null; ) {
                next = store.delete(next, to, runs);
            }
        } catch (SssException | KvsException | IOException e) {
            if (e instanceof SssException stopping && stopping.code() == ErrorCode.CLOSED) {
                return; // the next start continues
            }
            LOG.warn("group {} is not deleted from {}; it is retried at the next start", group, store.file(), e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
