/**
 * Requests and responses with JSON bodies, and data streams for threads that wait.
 *
 * <pre>
 *   Rpc.call(verb, request) --OPEN, DATA..., END--> RpcService --executor--> RpcHandler
 *            response      &lt;------ DATA..., END --                              |
 *            SssException  &lt;------ FAIL ----------  anything that it throws ----+
 *
 *   stream --onData--> DataQueue --take()--> task thread, credit goes back as frames are taken
 * </pre>
 */
package org.sss.net.rpc;
