/**
 * The transport seam: streams of data frames between nodes, bounded by credit in bytes.
 *
 * <pre>
 *   Transport --listen--> Listener ----------------- Service.open(verb, header, stream)
 *       |                                                   ^
 *       +----connect--> Connection --open(verb, header)-----+
 *                            |
 *                         Stream  send / end / fail / grant  ---->  StreamHandler of the other side
 * </pre>
 *
 * Headers and trailers are a {@link org.sss.net.transport.Message}: bytes, or within one process a value as it is.
 * {@link org.sss.net.transport.CreditStream} has the rules that all transports share; a transport only moves the
 * frames.
 */
package org.sss.net.transport;
