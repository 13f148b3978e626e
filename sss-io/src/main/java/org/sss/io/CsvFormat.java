package org.sss.io;

import java.io.Serializable;
import java.util.List;

/**
 * Format of CSV files.
 *
 * @param columns       their names, or null if the first record of each file has them
 * @param oneLineEach   whether no field has a newline in it, so that a file can be cut at any newline
 */
record CsvFormat(byte separator, byte quote, List<String> columns, boolean oneLineEach) implements Serializable {
    static final CsvFormat DEFAULT = new CsvFormat((byte) ',', (byte) '"', null, false);
}
