package org.sss.io.content;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.sss.net.block.ZstdLibrary;

/** Compression of a file, detected by its first bytes, not by its name. */
public enum FileKind {
    PLAIN("", "plain text", ""),
    GZIP(".gz", "a gzip file", "gzip -d", "\u001f\u008b"),
    /** Includes skippable frames, with which pzstd starts its files: 50 to 5F, then 2A 4D 18. */
    ZSTD(".zst", "a zstd file", "zstd -d", "(\u00b5/\u00fd") {
        @Override
        public boolean matches(byte[] head) {
            return super.matches(head)
                    || head.length >= SKIPPABLE_BYTES
                            && (head[0] & 0xF0) == 0x50
                            && FileMagic.starts(head, 1, "*M\u0018");
        }
    },
    /** Read only, as the next one. */
    BZIP2(".bz2", "a bzip2 file", "bzip2 -d", "BZh", "1AY&SY", "\u0017rE8P\u0090") {
        @Override
        public boolean matches(byte[] head) {
            return super.matches(head) && head[BZIP2_LEVEL] >= '1' && head[BZIP2_LEVEL] <= '9';
        }
    },
    LZ4(".lz4", "an lz4 file", "lz4 -d", "\u0004\"M\u0018");

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int SKIPPABLE_BYTES = 4;
    private static final int BZIP2_LEVEL = 3;

    private final String suffix;
    private final String title;
    private final String tool;
    private final String magic;
    /** One of these follows the magic and an arbitrary byte. */
    private final List<String> next;

    FileKind(String suffix, String title, String tool) {
        this(suffix, title, tool, null);
    }

    FileKind(String suffix, String title, String tool, String magic, String... next) {
        this.suffix = suffix;
        this.title = title;
        this.tool = tool;
        this.magic = magic;
        this.next = List.of(next);
    }

    /** Returns the suffix of file names. */
    public String suffix() {
        return suffix;
    }

    /** Returns what such a file is, for error messages. */
    public String title() {
        return title;
    }

    /** Returns the command that decompresses such a file. */
    public String tool() {
        return tool;
    }

    /** @param head the first bytes of a file */
    public boolean matches(byte[] head) {
        return magic != null
                && FileMagic.starts(head, 0, magic)
                && (next.isEmpty() || next.stream().anyMatch(more -> FileMagic.starts(head, magic.length() + 1, more)));
    }

    /** Returns whether the content of the file caused the error, so that a retry would fail again. */
    public boolean isDamage(IOException e) {
        return e instanceof EOFException || e instanceof ZipException || e instanceof ZstdIOException;
    }

    /** Returns a stream that compresses to {@code file}. */
    public OutputStream compressing(OutputStream file) throws IOException {
        return switch (this) {
            case PLAIN -> file;
            case GZIP -> new GZIPOutputStream(file, BUFFER_BYTES);
            case ZSTD -> {
                ZstdLibrary.check();
                yield new ZstdOutputStreamNoFinalizer(file);
            }
            case BZIP2, LZ4 -> throw new IllegalStateException(this + " is read only");
        };
    }

    /** Returns the decompressed content of the file; concatenated compressed members are one content. */
    public InputStream decompressed(InputStream file) throws IOException {
        return switch (this) {
            case PLAIN -> file;
            case GZIP -> new GzipContent(file);
            case ZSTD -> {
                ZstdLibrary.check();
                yield new ZstdInputStreamNoFinalizer(new BufferedInputStream(file, BUFFER_BYTES));
            }
            case BZIP2 -> new LibraryContent(file, in -> new BZip2CompressorInputStream(in, true));
            case LZ4 -> new LibraryContent(file, LZ4FrameInputStream::new);
        };
    }
}
