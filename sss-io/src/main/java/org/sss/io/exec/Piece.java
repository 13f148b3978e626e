package org.sss.io.exec;

/** Some bytes on their way to or from a process. */
record Piece(byte[] bytes, int length) {
}
