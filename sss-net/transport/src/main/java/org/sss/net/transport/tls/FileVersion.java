package org.sss.net.transport.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Detects that files have been replaced, without reading them. Stateless. */
public final class FileVersion {
    private FileVersion() {}

    /**
     * Returns a text that differs after each replacement of one of the files as a whole.
     *
     * @throws SssException {@link ErrorCode#STORAGE} if one cannot be read
     */
    public static String of(List<Path> files) {
        StringBuilder version = new StringBuilder();
        for (Path file : files) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                version.append(attributes.fileKey())
                        .append(' ')
                        .append(attributes.lastModifiedTime())
                        .append(' ')
                        .append(attributes.size())
                        .append(' ');
            } catch (IOException e) {
                throw new SssException(ErrorCode.STORAGE, "cannot read " + file + ": " + e, e);
            }
        }
        return version.toString();
    }
}
