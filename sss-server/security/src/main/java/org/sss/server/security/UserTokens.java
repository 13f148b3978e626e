package org.sss.server.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;

/**
 * The token file of this user, to which clusters that the user starts on this machine add their administrator's token.
 * A comment before each such token names the security directory that it comes from, with its machine and device. Tokens
 * of directories that are gone are removed; one that cannot be seen, such as that of another machine with the same
 * home, is not gone. Stateless.
 */
public final class UserTokens {
    private static final String FROM = "# from ";
    private static final Pattern HEAD = Pattern.compile(FROM + "(.+) on (\\S+), device (\\d{1,18})");
    private static final String TOKEN = "sss1.";

    private UserTokens() {}

    /**
     * Lines of the file: a comment that names a directory, and all lines until the next one.
     *
     * @param head empty for the lines before the first such comment
     */
    private record Section(String head, List<String> lines) {
        /** The token of the directory, with its certificates. What follows was added by the user. */
        List<String> own() {
            return lines.subList(0, ownLines());
        }

        /** The section without the token of the directory. */
        Section rest() {
            return new Section("", lines.subList(ownLines(), lines.size()));
        }

        private int ownLines() {
            for (int i = 1; i < lines.size(); i++) {
                if (lines.get(i).startsWith(TOKEN) || lines.get(i).startsWith("#")) {
                    return i;
                }
            }
            return lines.size();
        }

        boolean isOf(String realm) {
            return head.startsWith(FROM) && own().stream().anyMatch(line -> line.startsWith(TOKEN + realm + "."));
        }

        /**
         * True only if it is certain: a directory of another machine, or of a disk that is not mounted, cannot be seen
         * here.
         */
        boolean isGone() {
            Matcher from = HEAD.matcher(head);
            if (!from.matches() || !from.group(2).equals(host())) {
                return false;
            }
            try {
                Path realm = Path.of(from.group(1)).resolve(SecurityDirectory.REALM);
                return Long.parseLong(from.group(3)) == device(realm)
                        && (Files.notExists(realm)
                                || !isOf(Files.readString(realm).strip()));
            } catch (IOException | IllegalArgumentException e) {
                return false; // cannot be read now
            }
        }
    }

    /** The device of a file; if it does not exist, that of the nearest directory above. */
    private static long device(Path path) throws IOException {
        Path at = path;
        while (Files.notExists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return (long) Files.getAttribute(at, "unix:dev");
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname"))
                    .strip()
                    .replaceAll("\\s", "_");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /**
     * Adds the administrator's token of {@code directory} to the token file of this user, which is created if it is
     * missing.
     *
     * @throws SssException {@link ErrorCode#STORAGE} if the file cannot be written, or the user has no home directory,
     *     with the remedy
     */
    public static void add(SecurityDirectory directory) {
        add(
                directory,
                TokenFile.location()
                        .orElseThrow(() -> new SssException(
                                ErrorCode.STORAGE,
                                "cannot add the token of this cluster to the token"
                                        + " file of this user, who has no home directory; set SSS_TOKEN_FILE to "
                                        + directory.file(SecurityDirectory.ADMIN_TOKEN))));
    }

    static void add(SecurityDirectory directory, Path file) {
        try {
            Path absolute = file.toAbsolutePath();
            boolean isReadOnly =
                    Files.exists(absolute) && !(Files.isWritable(absolute) && Files.isWritable(absolute.getParent()));
            if (isReadOnly
                    && Files.readString(absolute)
                            .contains(directory.adminToken().text())) {
                return;
            }
            if (Files.notExists(absolute.getParent())) {
                Files.createDirectories(absolute.getParent(), PrivateFiles.DIRECTORY);
            }
            Path lockFile = absolute.resolveSibling(absolute.getFileName() + ".lock");
            PrivateFiles.locked(lockFile, () -> update(directory, absolute));
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot add the token of this cluster to " + file + ": " + e + "; set SSS_TOKEN_FILE"
                            + " to a file that can be written, or to " + directory.file(SecurityDirectory.ADMIN_TOKEN),
                    e);
        }
    }

    private static void update(SecurityDirectory directory, Path file) throws IOException {
        Path path = directory.path().toAbsolutePath().normalize();
        Section added = new Section(
                FROM + path + " on " + host() + ", device " + device(path),
                List.of(directory.adminToken().text().split("\n")));
        String before = Files.exists(file) ? Files.readString(file) : "";
        List<Section> sections = new ArrayList<>();
        for (Section section : sections(before)) {
            sections.add(section.isOf(directory.realm()) || section.isGone() ? section.rest() : section);
        }
        sections.add(added);
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            Optional.of(section.head())
                    .filter(line -> !line.isEmpty())
                    .ifPresent(line -> text.append(line).append('\n'));
            section.lines().forEach(line -> text.append(line).append('\n'));
        }
        if (text.length() > TokenFile.MAX_BYTES) {
            throw new IOException("it would have more than " + TokenFile.MAX_BYTES
                    + " bytes; delete tokens of clusters that are gone from it");
        }
        if (!text.toString().equals(before)) {
            PrivateFiles.replace(file, text.toString());
        }
    }

    private static List<Section> sections(String text) {
        List<Section> sections = new ArrayList<>();
        Section last = new Section("", new ArrayList<>());
        for (String line : text.lines().toList()) {
            if (line.startsWith(FROM)) {
                sections.add(last);
                last = new Section(line, new ArrayList<>());
            } else {
                last.lines().add(line);
            }
        }
        sections.add(last);
        return sections;
    }
}
