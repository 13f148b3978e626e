/**
 * What users program against. Depends on the JDK alone.
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
 * built-in ones, whose bytes are in the order of their objects. Functions travel to the nodes by Java serialization, each
 * task has a copy of its own, and a task is one thread. Everything that fails is an {@link org.sss.api.SssException}.
 */
package org.sss.api;
