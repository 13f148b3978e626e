package org.sss.dataserver.run;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.CommitRecord.SegmentNumber;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.FuzzTarget;

/**
 * The content of a commit file: what is taken is the same when it was written and read again. One thread.
 *
 * <pre>
 *   input: 1 when a good checksum is to be put before the rest, then the content
 * </pre>
 */
public final class CommitRecordFuzz implements FuzzTarget {
    @Override
    public boolean accepts(byte[] input) {
        byte[] rest = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        byte[] content = input.length > 0 && (input[0] & 1) != 0 ? withChecksum(rest) : rest;
        CommitRecord record;
        try {
            record = CommitRecord.decode(content);
        } catch (SssException refused) {
            return false;
        }
        if (!CommitRecord.decode(record.encode()).equals(record)) {
            throw new AssertionError(record + " is another one when it was written and read");
        }
        return true;
    }

    private static byte[] withChecksum(byte[] json) {
        CRC32C crc = new CRC32C();
        crc.update(json);
        byte[] sum = String.format("%08x ", crc.getValue()).getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(sum.length + json.length + 1)
                .put(sum)
                .put(json)
                .put((byte) '\n')
                .array();
    }

    @Override
    public Map<String, byte[]> seeds() {
        Stored stored = new Stored(1, 2, 3, 4, 5);
        byte[] whole = new CommitRecord(
                        CommitRecord.VERSION,
                        7,
                        GroupKey.NO_IDENTITY,
                        null,
                        List.of(new CommittedAttempt(new AttemptId("w", 0, 1), stored)),
                        List.of(new CommittedSegment(3, 1, DataServerConfig.Layout.BLOCKS, stored, 4096)))
                .encode();
        byte[] repaired = Arrays.copyOfRange(whole, 8, whole.length - 1);
        repaired[0] = 1;
        byte[] asIs = new byte[1 + whole.length];
        System.arraycopy(whole, 0, asIs, 1, whole.length);
        byte[] removing = new CommitRecord(
                        GroupKey.of(7),
                        null,
                        List.of(),
                        List.of(new CommittedSegment(3, 2, DataServerConfig.Layout.BLOCKS, stored, 4096, 1)),
                        null,
                        List.of(new SegmentNumber(3, 1)))
                .encode();
        byte[] removes = Arrays.copyOfRange(removing, 8, removing.length - 1);
        removes[0] = 1;
        return Map.of("whole", asIs, "repaired", repaired, "removes", removes);
    }
}
