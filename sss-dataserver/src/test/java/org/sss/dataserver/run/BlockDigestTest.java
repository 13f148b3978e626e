package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;

final class BlockDigestTest {
    @Test
    void isTheChecksumOfTheChecksums() {
        Random random = new Random(5);
        CRC32C crc = new CRC32C();
        int digest = BlockDigest.NONE;
        for (int block = 0; block < 1000; block++) {
            assertThat(digest).isEqualTo((int) crc.getValue());
            int checksum = random.nextInt();
            digest = BlockDigest.add(digest, checksum);
            crc.update(ByteBuffer.allocate(4).putInt(checksum).flip());
        }
    }

    @Test
    void theOneOfASegmentDependsOnTheOrderOfItsRuns() {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(8).putInt(7).putInt(-1).flip());
        assertThat(manifest(7L, 0xffffffffL).digest()).isEqualTo(crc.getValue());
        assertThat(manifest(0xffffffffL, 7L).digest()).isNotEqualTo(crc.getValue());
    }

    @Test
    void theOneOfASegmentIsUnknownIfThatOfARunIs() {
        assertThat(manifest(7L, null).digest()).isNull();
    }

    private static Manifest manifest(Long first, Long second) {
        return new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 3, 1, List.of(run(first), run(second)));
    }

    private static RunInfo run(Long digest) {
        return new RunInfo(
                0, new AttemptId("w", 0, 0), 0, new RunInfo.Size(1, 1, 1, 1), new byte[0], new byte[0], digest);
    }
}
