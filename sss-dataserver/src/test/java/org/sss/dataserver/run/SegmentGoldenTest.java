package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.segment.ExternalBlockSorter;
import org.sss.dataserver.segment.SegmentSeal;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;

/**
 * The bytes after the content of a segment, as docs/storage-format.md has them; made by another program after that
 * page.
 */
final class SegmentGoldenTest {
    private static final int CONTENT_BYTES = 1000;
    private static final String PAGE = "c6e24e2e00000005000000000000000000000002"
            + "000000000000006400000032000000020000000100000000"
            + "000000000000009600000028000000010000000200000002" + "6162";
    private static final String MANIFEST = "{\"version\":3,\"group\":7,\"identity\":\"" + GroupKey.NO_IDENTITY
            + "\",\"subgroup\":3,\"number\":1,\"runs\":[{\"run\":5,"
            + "\"attempt\":{\"writer\":\"w\",\"source\":1,\"attempt\":0},\"sequence\":4,\"blocks\":2,\"tuples\":3,\"dataBytes\":12,"
            + "\"storedBytes\":90,\"firstKey\":\"YQ==\",\"lastKey\":\"Yg==\",\"digest\":3735928559}]}";
    private static final String MANIFEST_LENGTH = "0000011a";
    private static final String ROOT = "00000000000003e80000004600000000";
    private static final String TRAILER =
            "5353535345470a00" + "00000000000003e8000000000000042e" + "c1a21f4b000000030000012e" + "04780dd4";

    @TempDir
    Path directory;

    @Test
    void appendedBytesMatchTheDocumentation() throws IOException {
        Path file = directory.resolve("3-1.tmp");
        RunInfo run = new RunInfo(
                5,
                new AttemptId("w", 1, 0),
                4,
                new RunInfo.Size(2, 3, 12, 90),
                new byte[] {'a'},
                new byte[] {'b'},
                0xdeadbeefL);
        BitSet keyContinuesAt = BitSet.valueOf(new long[] {0b10});
        try (ExternalBlockSorter sorter =
                        new ExternalBlockSorter(directory.resolve("scratch"), ExternalBlockSorter.MEMORY_BYTES);
                FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            sorter.add(5, 0, 100, 50, 2, 8, 0, new byte[] {'a'}, 0, 1);
            sorter.add(5, 1, 150, 40, 1, 4, 0, new byte[] {'b'}, 0, 1);
            new SegmentSeal(
                            file,
                            new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 3, 1, List.of(run)),
                            info -> keyContinuesAt,
                            sorter,
                            (run0, block, added) -> added)
                    .append(channel, CONTENT_BYTES, new Disk(DataServerConfig.Durability.NONE));
        }
        byte[] bytes = Files.readAllBytes(file);
        String manifest = HexFormat.of().formatHex(MANIFEST.getBytes(StandardCharsets.UTF_8));
        assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(bytes, CONTENT_BYTES, bytes.length)))
                .isEqualTo(PAGE + MANIFEST_LENGTH + manifest + ROOT + TRAILER);
    }
}
