package org.sss.dataserver.segment;

import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;

class LibrarySegmentFileIT extends SegmentFileContract {
    @Override
    SegmentFileWriter writer() {
        return SegmentFileWriter.LIBRARY;
    }
}
