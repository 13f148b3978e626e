package org.sss.http.server;

import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;

/**
 * Refuses requests that a page of another site has caused in the browser of a user. Thread-safe.
 *
 * <p>A page can give its own name the address of this node (DNS rebinding): the header {@code Host} then has that name.
 * An address or {@code localhost} there is not the name of another site.
 */
final class SiteCheck {
    private final Supplier<Set<String>> names;

    /** @param names of this node */
    SiteCheck(Supplier<Set<String>> names) {
        this.names = names;
    }

    /** @throws StatusException 421 for the name of another host; 403 for a request of another site */
    void check(Request head, boolean isOpen) {
        Map<String, String> headers = head.headers();
        String host = headers.getOrDefault("host", "").toLowerCase(Locale.ROOT);
        checkHost(host);
        boolean isRead = head.method().equals("GET") || head.method().equals("HEAD");
        if (isOpen && isRead) {
            return; // anybody may have it, and links to the page lead there
        }
        String site = headers.getOrDefault("sec-fetch-site", "none");
        String origin = headers.get("origin");
        boolean isOther = !site.equals("none") && !site.equals("same-origin")
                || origin != null
                        && !origin.toLowerCase(Locale.ROOT)
                                .replaceFirst("^https?://", "")
                                .equals(host);
        if (isOther) {
            throw new StatusException(
                    403,
                    ErrorCode.FORBIDDEN,
                    "this request was caused by a page of another site" + (origin == null ? "" : ", " + origin)
                            + "; use the page of this node");
        }
    }

    private void checkHost(String host) {
        String name = withoutPort(host);
        boolean isAddress = NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
        if (!isAddress && !name.equals("localhost") && !names.get().contains(name)) {
            throw new StatusException(
                    421,
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + host + "' is not a name of this node; use an address, or one of " + names.get());
        }
    }

    private static String withoutPort(String host) {
        if (host.startsWith("[")) {
            int end = host.indexOf(']');
            return end < 0 ? host : host.substring(1, end);
        }
        int colon = host.lastIndexOf(':');
        return colon < 0 ? host : host.substring(0, colon);
    }
}
