package org.sss.dataserver;

import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

final class LocalPointReadIT extends PointReadContract {
    @Override
    Transport transport() {
        return new LocalTransport();
    }
}
