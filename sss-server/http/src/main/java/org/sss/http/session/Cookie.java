package org.sss.http.session;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.sss.http.server.Request;

/**
 * The cookie of sessions. Immutable.
 *
 * @param name     differs between ports, as browsers send the cookies of a host to all its ports
 * @param isSecure whether it is sent with TLS only
 */
public record Cookie(String name, boolean isSecure) {
    /** That of a listener. */
    public static Cookie of(int port, boolean isSecure) {
        return new Cookie("sss-" + port, isSecure);
    }

    /** Returns the header that sets it. */
    String of(String secret, Duration lifetime) {
        return name + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=" + lifetime.toSeconds()
                + (isSecure ? "; Secure" : "");
    }

    /** Returns the secret in a request. */
    Optional<String> in(Request request) {
        String start = name + "=";
        return Arrays.stream(request.headers().getOrDefault("cookie", "").split(";"))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(start))
                .map(cookie -> cookie.substring(start.length()))
                .findFirst();
    }
}
