package org.sss.dataserver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A committed segment file; open only while the {@link SegmentCache} has a use for it. Thread-safe. */
final class FileSegment implements Segment {
    private final long group;
    private final int subgroup;
    private final int number;
    private final Path file;
    private final SegmentCache cache;
    private volatile boolean verified;
    private volatile boolean dropped;

    /** @param verified whether its checksum needs no check any more, because this process wrote it */
    FileSegment(long group, int subgroup, int number, Path file, boolean verified, SegmentCache cache) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.file = file;
        this.verified = verified;
        this.cache = cache;
    }

    @Override
    public long group() {
        return group;
    }

    @Override
    public int subgroup() {
        return subgroup;
    }

    @Override
    public int number() {
        return number;
    }

    Path file() {
        return file;
    }

    boolean isVerified() {
        return verified;
    }

    void setVerified() {
        verified = true;
    }

    @Override
    public List<Run> runs(KeyRange range) {
        try (SegmentCache.Lease lease = cache.acquire(this)) {
            List<Run> runs = new ArrayList<>();
            for (RunInfo info : lease.open().manifest().runs()) {
                if (range.meets(info.firstKey(), info.lastKey())) {
                    runs.add(new FileRun(lease.again(), info));
                }
            }
            return runs;
        }
    }

    @Override
    public void setDropped() {
        dropped = true;
        cache.drop(this);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    void checkNotDropped() {
        if (dropped) {
            throw new SssException(ErrorCode.NOT_FOUND, "group " + group + " was dropped");
        }
    }

    /** An error about bytes in this file. */
    SssException corrupt(String what, Throwable cause) {
        return new SssException(ErrorCode.CORRUPT, this + " is damaged: " + what
                + ". Restore the file from a copy, or drop the group and run the job that wrote it again", cause);
    }

    @Override
    public String toString() {
        return "group " + group + ", subgroup " + subgroup + ", file " + file;
    }
}
