/**
 * TLS 1.3 of the TCP transport: certificates, their renewal, and texts for what goes wrong. All certificates of a
 * cluster come from its own CA, so a peer is trusted by that and not by its host name.
 */
package org.sss.net.transport.tls;
