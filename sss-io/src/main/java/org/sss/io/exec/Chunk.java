package org.sss.io.exec;

/** A chunk of bytes on the way to or from a process. */
record Chunk(byte[] bytes, int length) {}
