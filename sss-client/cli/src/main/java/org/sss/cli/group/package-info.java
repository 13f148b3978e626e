/**
 * Commands that import, export, show, copy and drop groups.
 *
 * <pre>
 *   files -> GroupImport -> RowImport (CSV, JSON) | text, TSV -> client's writers
 *   group -> GroupExport, StreamCommand -> Export -> file or stdout
 *   keys and values as text: TuplePrinter, TupleText, RawTextCodec
 * </pre>
 */
package org.sss.cli.group;
