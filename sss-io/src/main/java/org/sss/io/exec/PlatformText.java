package org.sss.io.exec;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How Java writes file names, arguments and the environment of processes: by the locale in which it was started, and as ASCII when that is
 * not installed. Immutable.
 */
public record PlatformText(Charset charset) {
    private static final String UTF8_LOCALE = "C.UTF-8";

    /** Of this process. */
    public static PlatformText ofThisJvm() {
        return new PlatformText(Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
    }

    public boolean isUtf8() {
        return charset.equals(StandardCharsets.UTF_8);
    }

    /** What is wrong and what to do, where {@link #isUtf8} is false. */
    public String warning() {
        return "Java was started in a locale without UTF-8 (sun.jnu.encoding is " + charset + "), so file names and arguments beyond that"
                + " are not found; start it with LC_ALL=" + UTF8_LOCALE;
    }

    /** A process reads and writes UTF-8, whatever the locale of this one. */
    void putLocale(Map<String, String> environment) {
        if (!isUtf8()) {
            environment.put("LC_ALL", UTF8_LOCALE);
        }
    }

    /** @throws SssException INVALID_ARGUMENT for arguments that would become question marks */
    void check(List<String> words) {
        for (String word : words) {
            if (!charset.newEncoder().canEncode(word)) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "the argument '" + word + "' cannot be passed on: " + warning());
            }
        }
    }
}
