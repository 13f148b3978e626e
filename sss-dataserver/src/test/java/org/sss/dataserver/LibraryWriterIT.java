package org.sss.dataserver;

import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/**
 * A data server whose segments are written by the library, without memory for what is not committed: all of it goes to
 * files.
 */
class LibraryWriterIT extends DataServerContract {
    @Override
    Transport transport() {
        return new LocalTransport();
    }

    @Override
    DataServerConfig config() {
        return super.config().withWriter(SegmentFileWriter.LIBRARY).withMemoryBytes(0);
    }
}
