/**
 * Objects of S3, and of what speaks its protocol, as files {@code s3://bucket/key}.
 *
 * <pre>
 *   FileStores ──"s3"──> S3Provider ──> S3Files
 *                                        ├─ list: S3Search ── pages of 1000 keys
 *                                        ├─ open: S3Content ── GET, 8 MiB each, If-Match
 *                                        └─ create: S3Upload ── parts of 8 MiB ──[publish]──> object
 *                                                      │
 *                                             OpenUploads: a file for each, by which the next process aborts them
 *
 *   each request: S3Calls ── limited retries and time, errors by name
 * </pre>
 */
package org.sss.s3;
