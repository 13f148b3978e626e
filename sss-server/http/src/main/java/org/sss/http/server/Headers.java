package org.sss.http.server;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

/** Headers of all answers. Stateless. */
final class Headers {
    static final String NO_STORE = "no-store";
    /** The page loads nothing from elsewhere, has no code in its HTML, and is in no frame. */
    private static final String CONTENT =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private Headers() {}

    static HttpHeaders defaults() {
        return new DefaultHttpHeaders()
                .set("Content-Security-Policy", CONTENT)
                .set("X-Content-Type-Options", "nosniff")
                .set("Referrer-Policy", "no-referrer")
                .set("Cross-Origin-Resource-Policy", "same-origin")
                .set("Cross-Origin-Opener-Policy", "same-origin")
                .set("Cache-Control", NO_STORE);
    }
}
