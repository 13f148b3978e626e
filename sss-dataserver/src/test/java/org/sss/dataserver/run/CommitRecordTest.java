package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.CommitRecord.SegmentNumber;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;

class CommitRecordTest {
    private static final Stored STORED = new Stored(1, 2, 3, 4, 5);
    private static final CommitRecord RECORD = new CommitRecord(
            CommitRecord.VERSION,
            7,
            "0123456789abcdef0123456789abcdef",
            new GroupDescription(
                    "words",
                    new GroupFormat("string", "long", true, Compression.NONE, false),
                    new GroupOrigin(5, "wf-1/map"),
                    false),
            List.of(new CommittedAttempt(new AttemptId("wf-1/map", 0, 0), STORED)),
            List.of(new CommittedSegment(3, 1, DataServerConfig.Layout.BLOCKS, STORED, 4096)));

    @Test
    void whatWasWrittenIsReadBack() {
        assertThat(CommitRecord.decode(RECORD.encode())).isEqualTo(RECORD);
        CommitRecord clone = new CommitRecord(
                CommitRecord.VERSION,
                8,
                "fedcba9876543210fedcba9876543210",
                RECORD.description(),
                RECORD.attempts(),
                RECORD.segments(),
                RECORD.writtenBy(),
                List.of());
        assertThat(CommitRecord.decode(clone.encode())).isEqualTo(clone);
    }

    @Test
    void acceptsMissingLineFeed() {
        byte[] whole = RECORD.encode();
        assertThat(CommitRecord.decode(Arrays.copyOf(whole, whole.length - 1))).isEqualTo(RECORD);
    }

    /** The checksums were computed by another program, after docs/storage-format.md. */
    @Test
    void itHasTheseBytes() {
        assertThat(RECORD.encode())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("61a083b9 " + json("\"temporary\":false,\"inMemory\":false") + "\n");
    }

    @Test
    void aRecordThatRemovesIsOfANewerVersion() {
        CommitRecord record = new CommitRecord(
                GroupKey.of(7),
                null,
                List.of(),
                List.of(new CommittedSegment(3, 2, DataServerConfig.Layout.BLOCKS, STORED, 4096, 1)),
                null,
                List.of(new SegmentNumber(3, 1)));
        assertThat(record.encode())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("d80650e9 {\"version\":4,\"group\":7,\"identity\":\"" + GroupKey.NO_IDENTITY
                        + "\",\"description\":null,\"attempts\":[],"
                        + "\"segments\":[{\"subgroup\":3,\"number\":2,\"layout\":\"BLOCKS\",\"stored\":"
                        + "{\"tuples\":1,\"dataBytes\":2,\"storedBytes\":3,\"blocks\":4,\"runs\":5},"
                        + "\"fileBytes\":4096,\"writtenAs\":1}],"
                        + "\"writer\":null,\"removed\":[{\"subgroup\":3,\"number\":1}]}\n");
        assertThat(CommitRecord.decode(record.encode())).isEqualTo(record);
    }

    @Test
    void olderRecordsAreNotOfGroupsInMemory() {
        String older = "18c9c136 " + json("\"temporary\":false") + "\n";
        assertThat(CommitRecord.decode(older.getBytes(StandardCharsets.UTF_8))).isEqualTo(RECORD);
    }

    private static String json(String endOfDescription) {
        String stored = "{\"tuples\":1,\"dataBytes\":2,\"storedBytes\":3,\"blocks\":4,\"runs\":5}";
        return "{\"version\":3,\"group\":7,"
                + "\"identity\":\"0123456789abcdef0123456789abcdef\",\"description\":{\"name\":\"words\",\"keyType\":\"string\","
                + "\"valueType\":\"long\",\"hashed\":true,\"compression\":\"NONE\",\"createdMillis\":5,\"createdBy\":\"wf-1/map\","
                + endOfDescription + "},"
                + "\"attempts\":[{\"attempt\":{\"writer\":\"wf-1/map\",\"source\":0,\"attempt\":0},\"stored\":" + stored
                + "}],"
                + "\"segments\":[{\"subgroup\":3,\"number\":1,\"layout\":\"BLOCKS\",\"stored\":" + stored
                + ",\"fileBytes\":4096}],\"writer\":null}";
    }

    @Test
    void rejectsAnyChangedByte() {
        byte[] whole = RECORD.encode();
        for (int at = 0; at < whole.length - 1; at++) {
            if (at != 8) { // the space says nothing
                byte[] damaged = whole.clone();
                damaged[at] ^= 1;
                assertCorrupt(damaged);
            }
        }
    }

    @Test
    void rejectsTruncatedFile() {
        byte[] whole = RECORD.encode();
        for (int length = 0; length < whole.length - 1; length++) {
            assertCorrupt(Arrays.copyOf(whole, length));
        }
    }

    private static void assertCorrupt(byte[] content) {
        assertThatThrownBy(() -> CommitRecord.decode(content))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
}
