package org.sss.net.rpc;

/**
 * A record whose content never changes once it is made, down to the last element. Within one JVM the peer gets the
 * record itself, not a copy by way of JSON.
 */
public interface ImmutableMessage {}
