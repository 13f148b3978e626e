package org.sss.dataserver.segment;

import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;

class DirectSegmentFileIT extends SegmentFileContract {
    @Override
    SegmentFileWriter writer() {
        return SegmentFileWriter.DIRECT;
    }
}
