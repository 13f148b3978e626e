package org.sss.server.security;


import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;

/**
 * The token file of this user, to which clusters that the user starts on this machine add their administrator's token.
 * A comment before each such token names the security directory that it comes from; tokens of directories that are gone are
 * removed. Stateless.
 */
public final class UserTokens {
    private static final String FROM = "# from ";

    private UserTokens() {
    }

    /** Lines of the file: a comment that names a directory, and all lines until the next one. */
    private record Section(String head, List<String> lines) {
        boolean isGone() {
            if (!head.startsWith(FROM)) {
                return false;
            }
            try {
                Path realm = Path.of(head.substring(FROM.length())).resolve(SecurityDirectory.REALM);
                return Files.notExists(realm) || lines.stream().noneMatch(line -> line.contains(realmIn(realm)));
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        private static String realmIn(Path file) {
            try {
                return Files.readString(file).strip();
            } catch (IOException e) {
                return "sss1."; // cannot be read now: keep the token
            }
        }
    }

    /**
     * Adds the administrator's token of {@code directory} to the token file of this user, which is created if it is
     * missing.
     *
     * @throws SssException {@link ErrorCode#STORAGE} if the file cannot be written, with the remedy
     */
    public static void add(SecurityDirectory directory) {
        add(directory, TokenFile.location());
    }

    static void add(SecurityDirectory directory, Path file) {
        try {
            Path absolute = file.toAbsolutePath();
            boolean isReadOnly = Files.exists(absolute) && !(Files.isWritable(absolute) && Files.isWritable(absolute.getParent()));
            if (isReadOnly && Files.readString(absolute).contains(directory.adminToken().text())) {
                return;
            }
            if (Files.notExists(absolute.getParent())) {
                Files.createDirectories(absolute.getParent(), PrivateFiles.DIRECTORY);
            }
            Path lockFile = absolute.resolveSibling(absolute.getFileName() + ".lock");
            PrivateFiles.locked(lockFile, () -> update(directory, absolute));
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot add the token of this cluster to " + file + ": " + e + "; set SSS_TOKEN_FILE"
                    + " to a file that can be written, or to " + directory.file(SecurityDirectory.ADMIN_TOKEN), e);
        }
    }

    private static void update(SecurityDirectory directory, Path file) throws IOException {
        String head = FROM + directory.path().toAbsolutePath().normalize();
        String token = directory.adminToken().text();
        String before = Files.exists(file) ? Files.readString(file) : "";
        List<Section> sections = new ArrayList<>();
        for (Section section : sections(before)) {
            if (!section.head().equals(head) && !section.isGone()) {
                sections.add(section);
            }
        }
        sections.add(new Section(head, List.of(token.split("\n"))));
        StringBuilder text = new StringBuilder();
        for (Section section : sections) {
            Optional.of(section.head()).filter(line -> !line.isEmpty()).ifPresent(line -> text.append(line).append('\n'));
            section.lines().forEach(line -> text.append(line).append('\n'));
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
