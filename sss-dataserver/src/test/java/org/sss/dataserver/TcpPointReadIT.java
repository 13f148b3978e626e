package org.sss.dataserver;

import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;

final class TcpPointReadIT extends PointReadContract {
    @Override
    Transport transport() {
        return new TcpTransport();
    }
}
