package org.sss.io.exec;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The encoding of file names, arguments and environments of processes in Java: that of the locale in which Java was
 * started, or ASCII if the locale is not installed. Immutable.
 */
public record PlatformText(Charset charset) {
    private static final String UTF8_LOCALE = "C.UTF-8";

    /** Returns the encoding of this process. */
    public static PlatformText ofThisJvm() {
        return new PlatformText(Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
    }

    public boolean isUtf8() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** Returns the problem and the remedy if {@link #isUtf8} is false. */
    public String warning() {
        return "Java was started in a locale without UTF-8 (sun.jnu.encoding is " + charset
                + "), so file names and arguments beyond that" + " are not found; start it with LC_ALL=" + UTF8_LOCALE;
    }

    /** Sets a UTF-8 locale for a process, whatever the locale of this one. */
    void putLocale(Map<String, String> environment) {
        if (!isUtf8()) {
            environment.put("LC_ALL", UTF8_LOCALE);
        }
    }

    /** @throws SssException INVALID_ARGUMENT for arguments that cannot be encoded */
    void check(List<String> words) {
        for (String word : words) {
            if (!charset.newEncoder().canEncode(word)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT, "the argument '" + word + "' cannot be passed on: " + warning());
            }
        }
    }
}
