package org.sss.dataserver;

import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;

final class TcpDataServerIT extends DataServerContract {
    @Override
    Transport transport() {
        return new TcpTransport();
    }
}
