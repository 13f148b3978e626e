package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.Unpooled;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.GroupCommit;
import org.sss.dataserver.group.PutReceiver;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Message;

/** An attempt that starts while another one is committed. */
@Timeout(60)
final class LateAttemptIT {
    private static final Tuples TUPLES = Tuples.numbered("key", 30, "value");

    @TempDir
    Path directory;

    private Group group;
    private PutReceiver lateStream;
    private final PutAnswer late = new PutAnswer();

    /** By the only storage thread: the late block is stored between the first subgroup and the second one. */
    private void force(Path path, FileChannel channel) {
        if (lateStream == null && path.toString().endsWith("-1.tmp")) {
            lateStream = put(1, late, 0, 1);
        }
    }

    private PutReceiver put(int source, PutAnswer answer, int... subgroups) {
        PutReceiver stream =
                group.openPut(new DataVerbs.Put(GroupKey.of(1), attempt(source), false), answer, stored -> {});
        for (int subgroup : subgroups) {
            TUPLES.writeTo(new RunWriter((block, length) -> stream.onData(
                    Unpooled.buffer(8 + length).writeInt(subgroup).writeInt(0).writeBytes(block, 0, length))));
        }
        return stream;
    }

    @Test
    void commitThatDiscardsItsBlocksEndsIt() {
        DataServerConfig config = DataServerConfig.defaults().withThreads(1, 1);
        try (Storage storage = Storage.open(
                new DataDirectory(directory), config, new Disk(Durability.COMMIT, this::force), null, AllLayouts::of)) {
            group = Group.fresh(GroupKey.of(1), storage, false);
            PutAnswer first = new PutAnswer();
            put(0, first, 0, 1).onEnd(Message.EMPTY);
            first.await();

            assertThat(new GroupCommit(group, List.of(attempt(0)), null).run().tuples())
                    .isEqualTo(2 * TUPLES.count());

            lateStream.onEnd(Message.EMPTY);
            assertThatThrownBy(late::await)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
                    .hasMessageContaining("without this attempt");
            PutAnswer again = new PutAnswer();
            put(1, again, 0).onEnd(Message.EMPTY);
            again.await();
            assertThat(new GroupCommit(group, List.of(attempt(1)), null).run().tuples())
                    .isEqualTo(TUPLES.count());
        }
    }
}
