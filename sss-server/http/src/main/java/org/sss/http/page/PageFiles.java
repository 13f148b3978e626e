package org.sss.http.page;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.http.server.Handler;
import org.sss.http.server.Request;
import org.sss.http.server.Response;

/**
 * The files of the page: directory {@code web} of the class path. A browser asks at each start whether they have
 * changed; with the parameter {@code v}, the hash of the content, it does not ask again. Thread-safe.
 */
public final class PageFiles implements Handler {
    private static final String DIRECTORY = "/web/";
    private static final String INDEX = "index.html";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "json", "application/json",
            "woff2", "font/woff2");

    private final Map<String, PageFile> files = new ConcurrentHashMap<>();

    private record PageFile(String hash, byte[] content) {}

    @Override
    public void handle(Request request, Response response) throws IOException {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "files of the page can only be read");
        }
        String path = path(request.segments());
        PageFile file = file(path);
        String tag = "\"" + file.hash() + "\"";
        response.header("ETag", tag);
        response.header(
                "Cache-Control",
                file.hash().equals(request.parameter("v")) ? "public, max-age=31536000, immutable" : "no-cache");
        String type = TYPES.getOrDefault(path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
        if (tag.equals(request.headers().get("if-none-match"))) {
            response.send(304, "", new byte[0]);
        } else {
            response.send(200, type, file.content());
        }
    }

    private static String path(List<String> segments) {
        if (!segments.stream().allMatch(segment -> NAME.matcher(segment).matches())) {
            throw missing(String.join("/", segments));
        }
        return segments.isEmpty() ? INDEX : String.join("/", segments);
    }

    private PageFile file(String path) throws IOException {
        PageFile known = files.get(path);
        if (known != null) {
            return known;
        }
        try (InputStream in = PageFiles.class.getResourceAsStream(DIRECTORY + path)) {
            if (in == null || path.indexOf('.') < 0) { // a directory is a resource, too
                throw missing(path);
            }
            byte[] content = in.readAllBytes();
            PageFile read = new PageFile(hash(content), content);
            files.put(path, read);
            return read;
        }
    }

    private static SssException missing(String path) {
        return SssException.withoutTrace(ErrorCode.NOT_FOUND, "the page has no file '" + path + "'");
    }

    private static String hash(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash).substring(0, 22);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
