package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;

final class TcpDataServerIT extends DataServerContract {
    @Override
    Transport transport() {
        return new TcpTransport();
    }

    @Test
    void validatesBlocksFromOtherProcessesEvenIfTheSenderSetsPacked() {
        PutClient put = node.openPut(new Put(GroupKey.of(1), attempt(0), false, true));
        Tuples.of("key", "value").writeTo(new RunWriter((block, length) -> {
            block[BlockFormat.HEADER_BYTES + 1] ^= 1;
            put.send(0, 0, block, length);
        }));
        assertThatThrownBy(put::finish)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
}
