package org.sss.dataserver.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.DataDirectory.SegmentName;
import org.sss.dataserver.fsck.FsckReport;
import org.sss.dataserver.fsck.FsckSegment;
import org.sss.dataserver.index.BlockIndexBuilder;
import org.sss.dataserver.merge.FuzzSegments;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.segment.SegmentFormat.Trailer;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;

/** Indexes that nobody writes. */
final class SegmentIndexTest {
    private static final int LEVELS = 30_000;

    @TempDir
    Path directory;

    /** Each page has one entry, the page below. */
    private static byte[] chain() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        long below = 0;
        int bytesBelow = 1;
        for (int level = 0; level < LEVELS; level++) {
            BlockIndexBuilder page = new BlockIndexBuilder(1);
            page.add(below, bytesBelow, level == 0 ? 1 : 0, 0, new byte[0], 0, 0);
            below = level == 0 ? 1 : file.size();
            bytesBelow = page.bytes();
            file.writeBytes(level == 0 ? new byte[1] : new byte[0]);
            file.writeBytes(page.build(5, level, 0));
        }
        byte[] manifest = Json.write(new Manifest(
                Manifest.VERSION,
                FuzzSegments.GROUP,
                GroupKey.NO_IDENTITY,
                FuzzSegments.SUBGROUP,
                FuzzSegments.NUMBER,
                List.of(new RunInfo(
                        5, new AttemptId("w", 0, 0), 0, new RunInfo.Size(1, 1, 0, 1), new byte[0], new byte[0]))));
        byte[] head = ByteBuffer.allocate(4 + manifest.length + SegmentFormat.ROOT_BYTES)
                .putInt(manifest.length)
                .put(manifest)
                .putLong(below)
                .putInt(bytesBelow)
                .putInt(LEVELS - 1)
                .array();
        Trailer trailer = new Trailer(1, file.size(), head.length, SegmentFormat.crc(head, 0, head.length));
        file.writeBytes(head);
        file.writeBytes(trailer.encode().array());
        return file.toByteArray();
    }

    @Test
    void moreLevelsThanBlocksCanHaveAreDamage() throws IOException {
        Path file = Files.write(directory.resolve("3-1.sss"), chain());
        List<String> problems = new ArrayList<>();
        new FsckSegment(
                        FuzzSegments.GROUP,
                        GroupKey.NO_IDENTITY,
                        new SegmentName(FuzzSegments.SUBGROUP, FuzzSegments.NUMBER, true),
                        file,
                        new FsckReport(finding -> problems.add(finding.text())))
                .verify(null);
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0))
                .contains(file.toString(), "the root of the index of run 5", "does not fit the file");
    }
}
