package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.api.SssException;
import org.sss.kvs.KvsException;

/**
 * One subgroup of a group on this node: committed segments, and the one being written. What is being written belongs to
 * the storage thread; the rest is thread-safe.
 */
final class Subgroup {
    /** A segment that is complete and sealed and has still its temporary name. */
    record Sealed(int number, Path file, Manifest manifest) {
    }

    private final Group group;
    private final int number;
    private final StorageThread thread;
    private SegmentWriter writer; // storage thread only
    private int lastNumber; // storage thread only, after it was published
    private volatile List<Segment> segments;

    /** @param segments committed ones, in any order */
    Subgroup(Group group, int number, StorageThread thread, List<Segment> segments) {
        this.group = group;
        this.number = number;
        this.thread = thread;
        this.segments = segments.stream().sorted(Comparator.comparingInt(Segment::number)).toList();
        lastNumber = segments.stream().mapToInt(Segment::number).max().orElse(0);
    }

    int number() {
        return number;
    }

    /** Committed segments. */
    List<Segment> segments() {
        return segments;
    }

    /** Owns {@code frame} unless it throws. */
    void put(PutStream from, int sequence, ByteBuf frame, int creditBytes) {
        thread.execute(() -> {
            try {
                store(from, sequence, frame);
            } finally {
                frame.release();
                from.settle(creditBytes);
            }
        });
    }

    private void store(PutStream from, int sequence, ByteBuf block) {
        if (from.isOver()) {
            return;
        }
        try {
            boolean newRun = writer().put(from.attempt(), sequence, block, thread.intake());
            from.stored(thread.intake(), newRun);
        } catch (SssException e) {
            from.fail(new SssException(e.code(), "cannot store a block of group " + group.id() + ", subgroup " + number
                    + ": " + e.getMessage(), e));
        } catch (KvsException | IOException e) {
            SssException failure = Disk.error("write to group " + group.id() + ", subgroup " + number,
                    group.directory(), e);
            loseWriter(failure); // first, so that whoever hears of it cannot commit what was lost with it
            from.fail(failure);
        }
    }

    private SegmentWriter writer() throws IOException {
        if (writer == null) {
            group.checkUsable();
            Files.createDirectories(group.directory());
            int next = lastNumber + 1;
            writer = new SegmentWriter(group.directory().resolve(Layout.temporaryName(number, next)), next);
            lastNumber = next;
        }
        return writer;
    }

    /** The file cannot be written any more: all attempts with runs in it have failed. */
    private void loseWriter(SssException failure) {
        SegmentWriter lost = writer;
        writer = null;
        if (lost != null) {
            lost.attempts().forEach(attempt -> group.fail(attempt, failure));
            lost.discard();
        }
    }

    private void discardIfEmpty() {
        if (writer != null && writer.isEmpty()) {
            discard();
        }
    }

    private void discard() {
        SegmentWriter discarded = writer;
        writer = null;
        if (discarded != null) {
            discarded.discard();
        }
    }

    /** Removes the runs of a failed attempt, and the file when no other attempt has runs in it. */
    void forget(Attempt attempt) {
        try {
            thread.execute(() -> {
                if (writer != null) {
                    writer.forget(attempt);
                    discardIfEmpty();
                }
            });
        } catch (SssException e) {
            // the server is stopping, which throws away everything that is not committed
        }
    }

    /** Throws away what is not committed. */
    CompletableFuture<Void> discardWriter() {
        return thread.call(() -> {
            discard();
            return null;
        });
    }

    /** Seals what is being written, as far as it is of {@code committed}; null when that is nothing. */
    CompletableFuture<Sealed> seal(Set<Attempt> committed) {
        return thread.call(() -> {
            SegmentWriter sealing = writer;
            writer = null;
            if (sealing == null) {
                return null;
            }
            if (sealing.attempts().stream().noneMatch(committed::contains)) {
                sealing.discard();
                return null;
            }
            return seal(sealing, committed);
        });
    }

    private Sealed seal(SegmentWriter sealing, Set<Attempt> committed) {
        try {
            return new Sealed(sealing.number(), sealing.file(), sealing.seal(group.id(), number, committed));
        } catch (SssException e) {
            sealing.discard();
            throw e;
        } catch (KvsException e) {
            sealing.discard();
            throw Disk.error("commit group " + group.id() + ", subgroup " + number, sealing.file(), e);
        }
    }

    /** Shows a segment to readers. */
    synchronized void publish(Segment segment) {
        List<Segment> more = new ArrayList<>(segments);
        more.add(segment);
        segments = List.copyOf(more);
    }
}
