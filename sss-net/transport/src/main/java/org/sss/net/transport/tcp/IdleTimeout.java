package org.sss.net.transport.tcp;

/** The listener's idle timeout, as an event for the handlers of the connecting side. 0 if unspecified. */
record IdleTimeout(int idleMillis) {}
