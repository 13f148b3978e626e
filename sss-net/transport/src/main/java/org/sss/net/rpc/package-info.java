/**
 * Requests and responses with JSON bodies, and data streams for threads that block.
 *
 * <pre>
 *   Rpc.call(verb, request) --OPEN, DATA..., END--> RpcService --executor--> RpcHandler
 *            response      &lt;------ DATA..., END --                              |
 *            SssException  &lt;------ FAIL ----------  any exception --------------+
 *
 *   stream --onData--> DataQueue --take()--> task thread, credit is granted as frames are taken
 * </pre>
 *
 * Within one process, an {@link org.sss.net.rpc.ImmutableMessage} passes as it is: the request in the header, the
 * response in the trailer.
 */
package org.sss.net.rpc;
