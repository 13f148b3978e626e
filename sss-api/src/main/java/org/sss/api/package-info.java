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
 * <p>To
 * <ul>
 * <li>declare groups: {@link org.sss.api.TupleGroup}, {@link org.sss.api.Codec}, {@link org.sss.api.Codecs},
 *     {@link org.sss.api.ByteSink}, {@link org.sss.api.Bytes}, {@link org.sss.api.Compression}
 * <li>map and reduce: {@link org.sss.api.Mapper}, {@link org.sss.api.Reducer}, {@link org.sss.api.Combiner},
 *     {@link org.sss.api.LongCombiner}, {@link org.sss.api.Emitter}, {@link org.sss.api.TaskContext},
 *     {@link org.sss.api.TaskContext.Publication}, {@link org.sss.api.Partitioner}, {@link org.sss.api.Partitioners}
 * <li>join: {@link org.sss.api.JoinKind}, {@link org.sss.api.Joiner}, {@link org.sss.api.CoGrouper},
 *     {@link org.sss.api.CoValues}, {@link org.sss.api.Crosser}, {@link org.sss.api.SideData},
 *     {@link org.sss.api.SideTuples}
 * <li>aggregate: {@link org.sss.api.Aggregator}, {@link org.sss.api.Aggregators}
 * <li>build workflows: {@link org.sss.api.Workflow}, {@link org.sss.api.SssJob}, {@link org.sss.api.Job},
 *     {@link org.sss.api.JobOptions}, {@link org.sss.api.Output}, {@link org.sss.api.MapJob},
 *     {@link org.sss.api.MapInput}, {@link org.sss.api.ReduceJob}, {@link org.sss.api.CoGroupJob}, {@link
 *     org.sss.api.Loop}, {@link org.sss.api.Until}, {@link org.sss.api.Shuffle}, {@link org.sss.api.Grouping}
 * <li>read what is outside SSS: {@link org.sss.api.TupleSource}, {@link org.sss.api.TextForm},
 *     {@link org.sss.api.NumberSyntax}, {@link org.sss.api.RecordView}
 * <li>handle errors: {@link org.sss.api.SssException}, {@link org.sss.api.ErrorCode}, {@link org.sss.api.OnError},
 *     {@link org.sss.api.DeadLetter}
 * </ul>
 * The rest is public for the other modules of SSS alone: {@link org.sss.api.IntCodec}, {@link org.sss.api.LongCodec},
 * {@link org.sss.api.DoubleCodec}, {@link org.sss.api.ThreadBound}, and the package {@code org.sss.api.engine}.
 *
 * <p>A {@link org.sss.api.TupleGroup} is a name with two {@link org.sss.api.Codec}s; {@link org.sss.api.Codecs} has the
 * built-in ones, whose encodings preserve order. Functions are sent to the nodes by Java serialization, each task has
 * its own copy, and a task is one thread. All errors are {@link org.sss.api.SssException}s.
 */
package org.sss.api;
