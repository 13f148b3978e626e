package org.sss.io;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.sss.net.block.ZstdLibrary;

/** How a file is compressed, told by its first bytes and not by its name. */
enum FileKind {
    PLAIN(""), GZIP(".gz"), ZSTD(".zst");

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int MAGIC_BYTES = 4;

    private final String suffix;

    FileKind(String suffix) {
        this.suffix = suffix;
    }

    /** Of the names of files that are written. */
    String suffix() {
        return suffix;
    }

    static FileKind of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] first = in.readNBytes(MAGIC_BYTES);
            return starts(first, 0x1F, 0x8B) ? GZIP : starts(first, 0x28, 0xB5, 0x2F, 0xFD) || isSkippable(first) ? ZSTD : PLAIN;
        }
    }

    /** A frame of zstd that holds no content, with which pzstd begins its files: 50 to 5F, then 2A 4D 18. */
    private static boolean isSkippable(byte[] first) {
        return first.length == MAGIC_BYTES && (first[0] & 0xF0) == 0x50 && first[1] == 0x2A && first[2] == 0x4D && first[3] == 0x18;
    }

    /** Whether reading failed because of what the file holds, so that reading it again fails again. */
    boolean isDamage(IOException e) {
        return e instanceof EOFException || e instanceof ZipException || e instanceof ZstdIOException;
    }

    private static boolean starts(byte[] bytes, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (bytes.length <= i || (bytes[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** What is written there becomes compressed. */
    OutputStream compressing(OutputStream file) throws IOException {
        return switch (this) {
            case PLAIN -> file;
            case GZIP -> new GZIPOutputStream(file, BUFFER_BYTES);
            case ZSTD -> {
                ZstdLibrary.check();
                yield new ZstdOutputStreamNoFinalizer(file);
            }
        };
    }

    /** The content of the file; several compressed parts one after another are one content. */
    InputStream decompressed(InputStream file) throws IOException {
        return switch (this) {
            case PLAIN -> file;
            case GZIP -> new GzipContent(file);
            case ZSTD -> {
                ZstdLibrary.check();
                yield new ZstdInputStreamNoFinalizer(new BufferedInputStream(file, BUFFER_BYTES));
            }
        };
    }
}
