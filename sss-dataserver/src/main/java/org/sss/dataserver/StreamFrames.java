package org.sss.dataserver;

/** What a {@link ScanStream} sends. One thread at a time. */
interface StreamFrames extends FrameSource {
    /** What the stream ends with, once {@link #next} has returned null. */
    byte[] trailer();
}
