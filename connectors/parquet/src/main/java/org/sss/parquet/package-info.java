/**
 * Parquet files as input and output of jobs and commands.
 *
 * <pre>
 *   ParquetFormat ──> ParquetSource: splits of row groups
 *        │                 │
 *        │                 ├── Footer, RowGroup, ChunkPages: pages of a column, one after another, from a FileStore
 *        │                 └── TupleReader ── FieldReader for each column ── Parts, ScalarColumn: objects of a row
 *        │                                         │
 *        │                    Column, Kind: the types of Parquet         Layout: columns of keys and values
 *        │                                                                   │
 *        └────────> TupleWriter ── FieldWriter for each column ──────────────┘──> an OutputStream
 * </pre>
 *
 * <p>Records are {@link org.sss.api.RecordView}s between columns and codecs. Of Parquet's library, the schemas, the
 * encodings and the writer are used; pages are read by {@link org.sss.parquet.ChunkPages}, since that library reads
 * whole row groups into memory, and compressed by {@link org.sss.parquet.PageCodecs}, since its own needs Hadoop.
 */
package org.sss.parquet;
