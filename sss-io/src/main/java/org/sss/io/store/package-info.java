/**
 * Where files are: on the machine, or in another storage that a connector adds.
 *
 * <pre>
 *   "/data/*.txt"    ──┐                 ┌──> LocalFiles ── FileAccess: what the tasks of this node may use
 *   "s3://bucket/x"  ──┴─> FileStores ───┴──> FileStore of the scheme: list, stat, open(from, to), create
 *                          by scheme                                                             │
 *                                                                                                ▼
 *   task: out ──> prepare ──[job commits]──> publish                                     PendingFile
 *                    └──────[job fails]────> discard
 * </pre>
 *
 * <p>To add a store: implement {@link org.sss.io.store.FileStore} and {@link org.sss.io.store.PendingFile}, and a
 * {@link org.sss.io.store.StoreProvider} with the scheme, whose class is named in
 * {@code META-INF/services/org.sss.io.store.StoreProvider} of the jar. Jobs have the paths of files, never objects of a
 * store, so that each node uses its own.
 */
package org.sss.io.store;
