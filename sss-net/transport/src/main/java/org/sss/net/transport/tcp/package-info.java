/**
 * The transport over TCP with Netty.
 *
 * <pre>
 *   task threads                      event loop of the connection
 *     TcpStream.send --> WriteQueue --> frames --> socket
 *     StreamHandler  &lt;-- TcpStream  &lt;-- TcpConnection &lt;-- FrameDecoder &lt;-- ConnectionHandler &lt;-- socket
 * </pre>
 *
 * {@link org.sss.net.transport.tcp.FrameFormat} defines the bytes.
 */
package org.sss.net.transport.tcp;
