package org.sss.dataserver;

import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

final class LocalDataServerIT extends DataServerContract {
    @Override
    Transport transport() {
        return new LocalTransport();
    }
}
