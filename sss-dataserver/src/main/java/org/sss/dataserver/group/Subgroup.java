package org.sss.dataserver.group;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.merge.Spillable;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.run.Segment;
import org.sss.kvs.library.KvsException;
import org.sss.net.control.DataVerbs.Stored;

/**
 * One subgroup of a group on this node: committed segments, and the one being written. The storage thread owns the one
 * being written; the rest is thread-safe.
 */
public final class Subgroup implements Spillable {
    private final Group group;
    private final int number;
    private final StorageThread thread;
    private SubgroupWriter writer; // storage thread only
    private int lastNumber; // storage thread only
    private volatile List<Segment> segments;

    /** @param segments committed ones, in any order */
    Subgroup(Group group, int number, StorageThread thread, List<Segment> segments) {
        this.group = group;
        this.number = number;
        this.thread = thread;
        this.segments = segments.stream()
                .sorted(Comparator.comparingInt(Segment::number))
                .toList();
    }

    public int number() {
        return number;
    }

    /** Returns the only thread that writes it. */
    StorageThread thread() {
        return thread;
    }

    /** Committed segments. */
    public List<Segment> segments() {
        return segments;
    }

    boolean hasSegment(int segmentNumber) {
        return segment(segmentNumber) != null;
    }

    /** Returns a committed segment, or null. */
    Segment segment(int segmentNumber) {
        return segments.stream()
                .filter(s -> s.number() == segmentNumber)
                .findFirst()
                .orElse(null);
    }

    /** Owns {@code frame} unless it throws. */
    void put(PutReceiver from, int sequence, ByteBuf frame, int creditBytes) {
        thread.execute(() -> {
            try {
                store(from, sequence, frame);
            } finally {
                frame.release();
                from.settle(creditBytes);
            }
        });
    }

    /** Stores a block of another group; owns {@code block}. Returns what was added. */
    CompletableFuture<Stored> copy(Attempt attempt, int sequence, ByteBuf block) {
        boolean handed = false;
        try {
            CompletableFuture<Stored> stored = thread.call(() -> {
                try {
                    return store(attempt, sequence, block);
                } finally {
                    block.release();
                }
            });
            handed = true;
            return stored;
        } finally {
            if (!handed) {
                block.release();
            }
        }
    }

    private Stored store(Attempt attempt, int sequence, ByteBuf block) {
        try {
            boolean newRun = writer().put(attempt, sequence, block, false);
            BlockValidator added = thread.validator();
            return new Stored(added.tuples(), added.dataBytes(), added.blockBytes(), 1, newRun ? 1 : 0);
        } catch (KvsException | IOException e) {
            throw lose(e);
        }
    }

    private void store(PutReceiver from, int sequence, ByteBuf block) {
        if (from.isOver()) {
            return;
        }
        try {
            from.checkGroup();
            boolean newRun = writer().put(from.attempt(), sequence, block, from.isTrusted());
            from.stored(thread.validator(), newRun);
        } catch (SssException e) {
            from.fail(new SssException(
                    e.code(),
                    "cannot store a block of group " + group.id() + ", subgroup " + number + ": " + e.getMessage(),
                    e));
        } catch (KvsException | IOException e) {
            from.fail(lose(e));
        } catch (RuntimeException | Error e) {
            from.fail(lose(unexpected(e)));
            throw e;
        }
    }

    /** The state after an unexpected error is unknown, so what is being written here must not be committed. */
    private SssException unexpected(Throwable cause) {
        return new SssException(
                ErrorCode.INTERNAL,
                "storing a block of group " + group.id() + ", subgroup " + number + " failed: " + cause
                        + "; run the job again",
                cause);
    }

    private SubgroupWriter writer() {
        if (writer == null) {
            group.checkUsable();
            group.checkComplete();
            writer = group.layout().writer(group, this, takeNumber(), thread);
        }
        return writer;
    }

    /** Takes the number of a segment that is not written here. */
    CompletableFuture<Integer> nextNumber() {
        return thread.call(this::takeNumber);
    }

    private int takeNumber() {
        lastNumber = Math.max(lastNumber, group.commits().lastSegment(number)) + 1;
        return lastNumber;
    }

    @Override
    public long bufferedBytes() {
        return writer == null ? 0 : writer.bufferedBytes();
    }

    @Override
    public boolean maySpill() {
        return !group.isMemoryOnly();
    }

    @Override
    public void spill() {
        try {
            writer.spill();
        } catch (SssException | KvsException | IOException e) {
            lose(e);
        } catch (RuntimeException | Error e) {
            lose(unexpected(e));
            throw e;
        }
    }

    /**
     * Discards what is being written, which failed: all attempts with runs in it fail, before any writer is notified
     * and commits what was lost.
     */
    private SssException lose(Exception cause) {
        SssException failure = cause instanceof SssException e
                ? e
                : Disk.error("write to group " + group.id() + ", subgroup " + number, group.directory(), cause);
        SubgroupWriter lost = writer;
        writer = null;
        if (lost != null) {
            group.fail(lost.attempts(), failure);
            lost.discard();
        }
        return failure;
    }

    @Override
    public void discard() {
        SubgroupWriter discarded = writer;
        writer = null;
        if (discarded != null) {
            discarded.discard();
        }
    }

    /** Removes the runs of failed attempts, and the file when no other attempt has runs in it. */
    void forget(Set<Attempt> failed) {
        try {
            thread.execute(() -> {
                if (writer != null) {
                    failed.forEach(writer::forget);
                    if (writer.isEmpty()) {
                        discard();
                    }
                }
            });
        } catch (SssException e) {
            // the server is stopping, which discards everything that is not committed
        }
    }

    /** Discards what is not committed. */
    CompletableFuture<Void> discardWriter() {
        return thread.call(() -> {
            discard();
            return null;
        });
    }

    /** Seals the runs of {@code committed} and discards the others; null if there are none. */
    CompletableFuture<SealResult> seal(Set<Attempt> committed) {
        return thread.call(() -> {
            if (writer == null) {
                return null;
            }
            if (writer.attempts().stream().noneMatch(committed::contains)) {
                discard();
                return null;
            }
            return sealWriter(committed);
        });
    }

    private SealResult sealWriter(Set<Attempt> committed) {
        SubgroupWriter sealing = writer;
        boolean done = false;
        try {
            SealResult sealed = sealing.seal(committed);
            writer = null;
            done = true;
            return sealed;
        } catch (KvsException | IOException e) {
            throw Disk.error("commit group " + group.id() + ", subgroup " + number, group.directory(), e);
        } finally {
            if (!done) {
                discard();
            }
        }
    }

    /** Makes a segment visible to readers. */
    void publish(Segment segment) {
        publish(List.of(segment));
    }

    /** Makes segments visible to readers, all at once. */
    synchronized void publish(List<Segment> shown) {
        List<Segment> more = new ArrayList<>(segments);
        more.addAll(shown);
        segments = List.copyOf(more);
    }

    /** Hides segments from new readers, all at once. */
    synchronized void remove(Collection<Segment> hidden) {
        segments = segments.stream().filter(s -> !hidden.contains(s)).toList();
    }
}
