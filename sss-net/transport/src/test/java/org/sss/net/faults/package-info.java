/**
 * A network with faults on demand, for tests of any module.
 *
 * <pre>
 *   node A --FaultyTransport--> FaultyConnection --FaultyStream--> any transport --> node B
 *                 LinkMatrix: (A, B) what A sends, (B, A) what A gets: pass, delay, hold, black hole, refuse
 * </pre>
 */
package org.sss.net.faults;
