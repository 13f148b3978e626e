package org.sss.http.server;

import java.util.Comparator;
import java.util.List;
import org.sss.api.ErrorCode;

/** All paths of a listener. Immutable. */
public final class Routes {
    /** Longest prefix first. */
    private final List<Route> routes;

    public Routes(List<Route> routes) {
        this.routes = routes.stream()
                .sorted(Comparator.comparing((Route route) -> -route.prefix().size()))
                .toList();
    }

    /** @throws StatusException 404 if no route has the path */
    Route find(Request head) {
        return routes.stream()
                .filter(route -> route.matches(head.segments()))
                .findFirst()
                .orElseThrow(() -> new StatusException(
                        404, ErrorCode.NOT_FOUND, "there is no /" + String.join("/", head.segments()) + " here"));
    }
}
