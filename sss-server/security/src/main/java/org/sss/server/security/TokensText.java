package org.sss.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenEntry;
import org.sss.net.control.Version;
import org.sss.net.rpc.Json;

/**
 * The text of a table of tokens: a line with its version, which tables of earlier versions do not have, and a line for
 * each token. Stateless.
 *
 * <pre>
 *   {"version":1,"writtenBy":"0.1.0"}
 *   {"id":"1a2b3c4d","label":"ci","role":"WRITE",...}
 * </pre>
 */
final class TokensText {
    private static final int VERSION = 2;
    /** Of a table without tokens for HTTP, so that earlier versions of SSS can read it. */
    private static final int VERSION_WITHOUT_HTTP = 1;

    private static final String HEADER_START = "{\"version\":";

    private record Header(int version, String writtenBy) {}

    private TokensText() {}

    static String of(List<TokenEntry> entries) {
        int version = entries.stream().anyMatch(TokenEntry::isForHttp) ? VERSION : VERSION_WITHOUT_HTTP;
        StringBuilder text = new StringBuilder(line(new Header(version, Version.own())));
        entries.forEach(entry -> text.append(line(entry)));
        return text.toString();
    }

    private static String line(Object value) {
        return new String(Json.write(value), UTF_8) + '\n';
    }

    /**
     * @param file named in errors
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a newer version of SSS has written it, or with the
     *     line that is not an entry
     */
    static List<TokenEntry> entries(String text, Path file) {
        List<TokenEntry> entries = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n")) {
            number++;
            if (line.startsWith(HEADER_START)) {
                check(read(line, Header.class, number, file), file);
            } else if (!line.isBlank()) {
                entries.add(read(line, TokenEntry.class, number, file));
            }
        }
        return entries;
    }

    private static void check(Header header, Path file) {
        if (header.version > VERSION) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    file + " has version " + header.version + " and was written by SSS "
                            + (header.writtenBy == null ? "of a newer version" : header.writtenBy) + "; this is SSS "
                            + Version.own() + ", which knows versions up"
                            + " to " + VERSION
                            + ". Use the version that wrote it, or restore the security directory from a backup made "
                            + "before the upgrade");
        }
    }

    private static <T> T read(String line, Class<T> type, int number, Path file) {
        try {
            return Json.read(line.getBytes(UTF_8), type, "line " + number);
        } catch (SssException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "line " + number + " of " + file + " is not a token; remove the line,"
                            + " and make the token again by 'sss security token'",
                    e);
        }
    }
}
