package org.sss.http.server;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.api.ErrorCode;

/** Reads the head of a request. Stateless. */
final class RequestHead {
    private static final byte[] NO_BODY = {};

    private RequestHead() {}

    /**
     * @param from address of another machine, or null
     * @throws StatusException 400 if it is damaged; 414 and 431 if it is too long
     */
    static Request of(HttpRequest request, String from) {
        checkDecoded(request.decoderResult().cause());
        String uri = request.uri();
        int mark = uri.indexOf('?');
        String path = mark < 0 ? uri : uri.substring(0, mark);
        if (!path.startsWith("/")) {
            throw bad("the path starts with /");
        }
        return new Request(
                request.method().name().toUpperCase(Locale.ROOT),
                segments(path),
                mark < 0 ? Map.of() : query(uri.substring(mark + 1)),
                headers(request),
                NO_BODY,
                null,
                from);
    }

    private static void checkDecoded(Throwable cause) {
        if (cause instanceof TooLongHttpLineException) {
            throw tooLong(414, "the path and its parameters");
        }
        if (cause instanceof TooLongHttpHeaderException) {
            throw tooLong(431, "the headers");
        }
        if (cause != null) {
            throw bad(cause.getMessage());
        }
    }

    private static StatusException tooLong(int status, String what) {
        return new StatusException(
                status, ErrorCode.TOO_LARGE, what + " have more than " + Limits.MAX_HEADER_BYTES + " bytes");
    }

    /** The last segment of {@code /a/} is {@code a}. */
    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/")) {
            segments.add(decoded(segment.replace("+", "%2B")));
        }
        return segments.equals(List.of("")) ? List.of() : segments;
    }

    private static Map<String, String> query(String text) {
        Map<String, String> query = new HashMap<>();
        for (String pair : text.split("&")) {
            int equal = pair.indexOf('=');
            String name = equal < 0 ? pair : pair.substring(0, equal);
            if (!name.isEmpty()) {
                query.put(decoded(name), equal < 0 ? "" : decoded(pair.substring(equal + 1)));
            }
        }
        return query;
    }

    private static Map<String, String> headers(HttpRequest request) {
        Map<String, String> headers = new HashMap<>();
        request.headers().forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            String before = headers.put(name, header.getValue());
            if (before != null) {
                headers.put(name, merged(name, before, header.getValue()));
            }
        });
        return headers;
    }

    /** Browsers split only cookies. */
    private static String merged(String name, String before, String next) {
        return switch (name) {
            case "cookie" -> before + "; " + next;
            case "host", "origin", "authorization", "x-sss-token" -> throw bad("header " + name + " is there twice");
            default -> before + ", " + next;
        };
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw bad("'" + text + "' is not percent-encoded: " + e.getMessage());
        }
    }

    private static StatusException bad(String why) {
        return new StatusException(400, ErrorCode.INVALID_ARGUMENT, "this is not a request of HTTP/1.1: " + why);
    }
}
