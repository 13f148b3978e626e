package org.sss.net.rpc;

import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpTransport;

class TcpRpcIT extends RpcContract {
    @Override
    Transport create() {
        return new TcpTransport();
    }

    @Override
    boolean passesValues() {
        return false;
    }
}
