package org.sss.parquet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.sss.api.TupleSource.Split;
import org.sss.io.store.StoredFile;

/**
 * Successive row groups of a file. One task reads one part, or parts of several files. Immutable.
 *
 * @param file  as it was when the workflow was submitted
 * @param from  number of the first row group; {@code to} follows the last one
 * @param start number of the first row, counted through all files
 * @param rows  number of rows, to notice a file that has changed
 */
record FilePart(StoredFile file, int from, int to, long start, long rows) {
    /** Compressed, since paths of many files are similar. */
    static Split pack(List<FilePart> parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeInt(parts.size());
            for (FilePart part : parts) {
                out.writeUTF(part.file.path());
                out.writeLong(part.file.bytes());
                out.writeUTF(part.file.version());
                out.writeInt(part.from);
                out.writeInt(part.to);
                out.writeLong(part.start);
                out.writeLong(part.rows);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String more = parts.size() == 1 ? "" : " and " + (parts.size() - 1) + " more";
        return new Split(parts.get(0) + more, bytes.toByteArray());
    }

    static List<FilePart> unpack(Split split) throws IOException {
        List<FilePart> parts = new ArrayList<>();
        try (DataInputStream in =
                new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(split.data())))) {
            for (int left = in.readInt(); left > 0; left--) {
                StoredFile file = new StoredFile(in.readUTF(), in.readLong(), in.readUTF());
                parts.add(new FilePart(file, in.readInt(), in.readInt(), in.readLong(), in.readLong()));
            }
        }
        return parts;
    }

    /** For messages: {@code file '/data/a.parquet', row groups 2 to 3}. */
    @Override
    public String toString() {
        String groups = to - from == 1 ? ", row group " + from : ", row groups " + from + " to " + (to - 1);
        return Footer.name(file) + (to - from == 0 ? "" : groups);
    }
}
