/**
 * The API for users' programs. Depends only on the JDK.
 *
 * <pre>
 *                       Workflow: jobs in order, each reading groups that exist or that an earlier one writes
 *
 *   MapJob      TupleGroup&lt;K,V&gt; ──decode──> Mapper.map(key, value, out) ─────────────┐
 *               name + 2 codecs                 once per tuple                          │
 *                                                                                       ▼
 *                                                                            Emitter.emit(key2, value2)
 *                                                                                       │ encode
 *                                                                                       ▼
 *                                                  [Combiner: values of equal keys] ── [Partitioner: which subgroup]
 *                                                                                       │ stored sorted, values
 *                                                                                       ▼ grouped by key
 *   ReduceJob   TupleGroup&lt;K2,V2&gt; ──decode──> Reducer.reduce(key2, values2, out)   TupleGroup&lt;K2,V2&gt;
 *                                               once per key, in order of keys
 *                                                   │
 *                                                   └──> Emitter, as above, into TupleGroup&lt;K3,V3&gt;
 * </pre>
 *
 * A {@link org.sss.api.TupleGroup} is a name with two {@link org.sss.api.Codec}s; {@link org.sss.api.Codecs} has the
 * built-in ones, whose encodings preserve order. Functions are sent to the nodes by Java serialization, each task has
 * its own copy, and a task is one thread. All errors are {@link org.sss.api.SssException}s.
 */
package org.sss.api;
