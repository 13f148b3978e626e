package org.sss.dataserver.scan;

import org.sss.dataserver.run.FrameSource;

/** The frames that a {@link ScanStream} sends. One thread at a time. */
public interface StreamFrames extends FrameSource {
    /** Returns the trailer of the stream, once {@link #next} has returned null. */
    byte[] trailer();
}
