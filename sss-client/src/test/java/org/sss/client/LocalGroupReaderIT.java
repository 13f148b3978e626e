package org.sss.client;

final class LocalGroupReaderIT extends GroupReaderContract {
    @Override
    SssClient start() {
        return LocalCluster.start(2);
    }
}
