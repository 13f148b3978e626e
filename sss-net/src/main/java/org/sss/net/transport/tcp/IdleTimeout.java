package org.sss.net.transport.tcp;

/** How long the listener waits for a sign of life, told to the handlers of the side that connects. 0: it does not say. */
record IdleTimeout(int idleMillis) {
}
