package org.sss.dataserver.run;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;

/**
 * The content of a commit file. The creation of the file commits all subgroups of the group on this node:
 * segments that it names are visible even if the server is killed before it has renamed them to their final names.
 *
 * @param version {@link #VERSION}, or {@link #REMOVING} if it has what earlier versions do not know
 * @param writer  the group that wrote the segments, whose number and identity they have; null unless this is a clone
 * @param removed segments of commits before, whose files are deleted
 */
public record CommitRecord(
        int version,
        long group,
        String identity,
        @Nullable GroupDescription description,
        List<CommittedAttempt> attempts,
        List<CommittedSegment> segments,
        @Nullable GroupKey writer,
        List<SegmentNumber> removed) {
    public static final int VERSION = 3;
    /** Adds {@code removed}, and {@code writtenAs} of segments. */
    public static final int REMOVING = 4;

    private static final int CHECKSUM_CHARS = 8;
    private static final int JSON_AT = CHECKSUM_CHARS + 1;

    public CommitRecord {
        identity = GroupKey.identityOrNone(identity);
        attempts = List.copyOf(attempts);
        segments = List.copyOf(segments);
        removed = removed == null ? List.of() : List.copyOf(removed);
    }

    /** Makes a record of the lowest version that it can have. */
    public CommitRecord(
            GroupKey group,
            GroupDescription description,
            List<CommittedAttempt> attempts,
            List<CommittedSegment> segments,
            GroupKey writer,
            List<SegmentNumber> removed) {
        this(
                isPlain(segments, removed) ? VERSION : REMOVING,
                group.id(),
                group.identity(),
                description,
                attempts,
                segments,
                writer,
                removed);
    }

    private static boolean isPlain(List<CommittedSegment> segments, List<SegmentNumber> removed) {
        return removed.isEmpty() && segments.stream().allMatch(segment -> segment.writtenAs() == null);
    }

    /** Makes a record of segments that the group itself wrote. */
    public CommitRecord(
            int version,
            long group,
            String identity,
            GroupDescription description,
            List<CommittedAttempt> attempts,
            List<CommittedSegment> segments) {
        this(version, group, identity, description, attempts, segments, null, List.of());
    }

    /** Returns the group that wrote the segments. */
    public GroupKey writtenBy() {
        return writer == null ? new GroupKey(group, identity) : writer;
    }

    /** Returns true if any of it outlives the process. */
    public boolean isLasting() {
        return !removed.isEmpty() || segments.stream().anyMatch(s -> s.layout() != DataServerConfig.Layout.MEMORY);
    }

    /** Encodes the record: CRC32C of the JSON in 8 hexadecimal digits, a space, the JSON, a line feed. */
    public byte[] encode() {
        byte[] json = Json.write(version == VERSION ? new Plain(this) : this);
        return ByteBuffer.allocate(JSON_AT + json.length + 1)
                .put(checksum(json))
                .put((byte) ' ')
                .put(json)
                .put((byte) '\n')
                .array();
    }

    /**
     * Decodes a record; the line feed may be missing.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}
     */
    public static CommitRecord decode(byte[] content) {
        boolean endsWithLineFeed = content.length > 0 && content[content.length - 1] == '\n';
        int end = endsWithLineFeed ? content.length - 1 : content.length;
        byte[] json = Arrays.copyOfRange(content, Math.min(JSON_AT, content.length), Math.max(JSON_AT, end));
        if (!Arrays.equals(checksum(json), Arrays.copyOf(content, CHECKSUM_CHARS))) {
            throw new SssException(ErrorCode.CORRUPT, "its checksum is wrong");
        }
        CommitRecord record = Json.read(json, CommitRecord.class, "it");
        if (record.version() != REMOVING
                && (record.version() != VERSION || !isPlain(record.segments(), record.removed()))) {
            throw new SssException(
                    ErrorCode.CORRUPT, "format " + record.version() + ", expected " + VERSION + " or " + REMOVING);
        }
        return record;
    }

    private static byte[] checksum(byte[] json) {
        CRC32C crc = new CRC32C();
        crc.update(json, 0, json.length);
        return HexFormat.of().toHexDigits((int) crc.getValue()).getBytes(StandardCharsets.US_ASCII);
    }

    public record CommittedAttempt(AttemptId attempt, Stored stored) {}

    /**
     * @param number    N in the name of its file
     * @param fileBytes 0 when it has no file of its own
     * @param writtenAs number in its manifest, if it is another one: that of a copy is above all that were removed
     */
    public record CommittedSegment(
            int subgroup,
            int number,
            DataServerConfig.Layout layout,
            Stored stored,
            long fileBytes,
            @Nullable Integer writtenAs) {
        public CommittedSegment(
                int subgroup, int number, DataServerConfig.Layout layout, Stored stored, long fileBytes) {
            this(subgroup, number, layout, stored, fileBytes, null);
        }

        /** Returns the number in its manifest. */
        public int numberInManifest() {
            return writtenAs == null ? number : writtenAs;
        }

        public SegmentNumber id() {
            return new SegmentNumber(subgroup, number);
        }
    }

    /** Names a segment of the group. */
    public record SegmentNumber(int subgroup, int number) {}

    /** The form of {@link #VERSION}. */
    private record Plain(
            int version,
            long group,
            String identity,
            @Nullable GroupDescription description,
            List<CommittedAttempt> attempts,
            List<PlainSegment> segments,
            @Nullable GroupKey writer) {
        Plain(CommitRecord record) {
            this(
                    record.version,
                    record.group,
                    record.identity,
                    record.description,
                    record.attempts,
                    record.segments.stream().map(PlainSegment::new).toList(),
                    record.writer);
        }
    }

    private record PlainSegment(
            int subgroup, int number, DataServerConfig.Layout layout, Stored stored, long fileBytes) {
        PlainSegment(CommittedSegment segment) {
            this(segment.subgroup, segment.number, segment.layout, segment.stored, segment.fileBytes);
        }
    }
}
