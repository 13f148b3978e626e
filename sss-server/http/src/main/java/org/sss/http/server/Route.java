package org.sss.http.server;

import java.util.List;
import org.sss.net.peer.Role;

/**
 * Paths that one handler answers. Immutable.
 *
 * @param prefix segments that the paths start with
 * @param role   that callers need; null if anybody may ask, and then the caller is not known
 */
public record Route(List<String> prefix, Role role, Handler handler) {
    /** For callers that have {@code role}, or a higher one. */
    public static Route of(String path, Role role, Handler handler) {
        return new Route(segments(path), role, handler);
    }

    /** For anybody. */
    public static Route open(String path, Handler handler) {
        return new Route(segments(path), null, handler);
    }

    public Route {
        prefix = List.copyOf(prefix);
    }

    private static List<String> segments(String path) {
        return path.equals("/") ? List.of() : List.of(path.substring(1).split("/"));
    }

    boolean isOpen() {
        return role == null;
    }

    boolean matches(List<String> segments) {
        return segments.size() >= prefix.size()
                && segments.subList(0, prefix.size()).equals(prefix);
    }
}
