package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * Opens an address in the browser of this user. Other users can read the arguments of commands, and the address is
 * secret, so a private file has it. Stateless.
 */
final class Browser {
    private Browser() {}

    /** Returns the command that opens files, or null without a display. */
    static String command(Map<String, String> environment, String system) {
        if (system.startsWith("Mac")) {
            return "open";
        }
        boolean hasDisplay = !environment.getOrDefault("DISPLAY", "").isEmpty()
                || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
        return hasDisplay ? "xdg-open" : null;
    }

    /** Returns whether {@code command} was started. */
    static boolean open(String command, String address) {
        try {
            new ProcessBuilder(List.of(command, file(address).toString()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path file(String address) throws IOException {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path directory =
                (cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache)).resolve("sss");
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = directory.resolve("page.html");
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, page(address), UTF_8);
    }

    /** Addresses have no characters that HTML escapes. */
    static String page(String address) {
        return "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=" + address + "\"><a href=\"" + address
                + "\">SSS</a>\n";
    }
}
