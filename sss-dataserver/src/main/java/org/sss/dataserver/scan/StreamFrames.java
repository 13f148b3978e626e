package org.sss.dataserver.scan;

import org.sss.dataserver.run.FrameSource;

/** What a {@link ScanStream} sends. One thread at a time. */
public interface StreamFrames extends FrameSource {
    /** What the stream ends with, once {@link #next} has returned null. */
    byte[] trailer();
}
