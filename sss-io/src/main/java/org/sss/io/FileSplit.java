package org.sss.io;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.sss.api.TupleSource.Split;
import org.sss.io.content.FileKind;
import org.sss.io.store.StoredFile;

/**
 * A range of a file: the records that start in {@code [from, to)}. One task reads one range, or several small files.
 *
 * @param file  as it was when the workflow was submitted
 * @param start position of the file's first byte in the concatenated files
 */
record FileSplit(StoredFile file, FileKind kind, long start, long from, long to) {
    private static final int MIB = 1 << 20;
    /** Besides the path and the version: their lengths, a byte and four numbers. */
    private static final int FIXED_BYTES = 2 + 2 + 1 + 4 * Long.BYTES;

    /**
     * Compressed, since paths of many files are similar, and all splits of a job are sent to the coordinator in one
     * message.
     */
    static Split pack(List<FileSplit> parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
            out.writeInt(parts.size());
            for (FileSplit part : parts) {
                part.write(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String more = parts.size() == 1 ? "" : " and " + (parts.size() - 1) + " more";
        return new Split(parts.get(0) + more, bytes.toByteArray());
    }

    /** Returns the size before compression. */
    int describedBytes() {
        return FIXED_BYTES
                + path().getBytes(StandardCharsets.UTF_8).length
                + file.version().length();
    }

    private void write(DataOutputStream out) throws IOException {
        out.writeUTF(path());
        out.writeUTF(file.version());
        out.writeByte(kind.ordinal());
        out.writeLong(start);
        out.writeLong(from);
        out.writeLong(to);
        out.writeLong(fileBytes());
    }

    static List<FileSplit> unpack(Split split) throws IOException {
        List<FileSplit> parts = new ArrayList<>();
        try (DataInputStream in =
                new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(split.data())))) {
            for (int left = in.readInt(); left > 0; left--) {
                parts.add(read(in));
            }
        }
        return parts;
    }

    private static FileSplit read(DataInputStream in) throws IOException {
        String path = in.readUTF();
        String version = in.readUTF();
        FileKind kind = FileKind.values()[in.readByte()];
        long start = in.readLong();
        long from = in.readLong();
        long to = in.readLong();
        return new FileSplit(new StoredFile(path, in.readLong(), version), kind, start, from, to);
    }

    String path() {
        return file.path();
    }

    long fileBytes() {
        return file.bytes();
    }

    long bytes() {
        return to - from;
    }

    boolean isStandardInput() {
        return path().equals(StandardInput.NAME);
    }

    /** Returns the file without its range, for error messages. */
    String name() {
        return isStandardInput() ? "standard input" : "file '" + path() + "'";
    }

    /** For error messages: {@code file '/data/a.txt', MiB 128 to 256}. */
    @Override
    public String toString() {
        boolean whole = from == 0 && to == fileBytes();
        return name() + (whole ? "" : ", MiB " + from / MIB + " to " + (to + MIB - 1) / MIB);
    }
}
