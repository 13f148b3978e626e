package org.sss.net.rpc;

import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

class LocalRpcTest extends RpcContract {
    @Override
    Transport create() {
        return new LocalTransport();
    }

    @Override
    boolean passesValues() {
        return true;
    }
}
