package org.sss.s3;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.Globs;
import org.sss.io.store.StoredFile;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Resolves an argument to objects: one, those in a directory, or those that match a glob. One thread, one use. */
final class S3Search {
    /** Keys that are looked at; more take longer than a caller waits. */
    static final int MAX_KEYS = 1_000_000;

    private final S3Calls calls;
    private final String argument;
    private final S3Path path;

    S3Search(S3Calls calls, String argument) {
        this.calls = calls;
        this.argument = argument;
        path = S3Path.of(argument);
    }

    /** @throws SssException NOT_FOUND if there is none */
    List<StoredFile> files() throws IOException {
        if (Globs.first(path.key()) >= 0) {
            return found(matching(), "check the path");
        }
        if (!path.key().isEmpty() && !path.key().endsWith("/")) {
            HeadObjectResponse head = head(calls, path);
            if (head != null) {
                return List.of(new StoredFile(path.toString(), head.contentLength(), head.eTag()));
            }
        }
        String directory = path.key().isEmpty() || path.key().endsWith("/") ? path.key() : path.key() + "/";
        List<StoredFile> files = below(directory, "/", key -> !isHidden(key.substring(directory.length())));
        return found(
                files,
                "there is no such object, and no object directly in such a directory; for objects in its"
                        + " subdirectories use '" + argument.replaceFirst("/$", "") + "/**'");
    }

    /** Returns null if the object does not exist. */
    static HeadObjectResponse head(S3Calls calls, S3Path path) throws IOException {
        return calls.of("reading '" + path + "'", () -> {
            try {
                return calls.client().headObject(r -> r.bucket(path.bucket()).key(path.key()));
            } catch (S3Exception e) {
                if (e.statusCode() == S3Calls.NOT_FOUND) {
                    return null;
                }
                throw e;
            }
        });
    }

    private List<StoredFile> matching() throws IOException {
        String glob = path.key();
        int start = Globs.first(glob);
        String base = glob.substring(0, glob.lastIndexOf('/', start) + 1);
        String wanted = glob.substring(base.length());
        PathMatcher matcher = Globs.matcher(wanted);
        boolean hidden = ("/" + wanted).contains("/.");
        return below(glob.substring(0, start), null, key -> {
            String name = key.substring(base.length());
            try {
                return (hidden || !isHidden(name)) && matcher.matches(Path.of(name));
            } catch (InvalidPathException e) {
                return false; // no path has such characters
            }
        });
    }

    private static boolean isHidden(String name) {
        return ("/" + name).contains("/.");
    }

    /** @param delimiter null to look into directories */
    private List<StoredFile> below(String prefix, String delimiter, Predicate<String> wanted) throws IOException {
        List<StoredFile> files = new ArrayList<>();
        int seen = 0;
        String token = null;
        do {
            String from = token;
            ListObjectsV2Response page = calls.of(
                    "listing '" + path.withKey(prefix) + "'",
                    () -> calls.client()
                            .listObjectsV2(r -> r.bucket(path.bucket())
                                    .prefix(prefix)
                                    .delimiter(delimiter)
                                    .continuationToken(from)));
            for (S3Object object : page.contents()) {
                // One that ends with a slash is a directory in the view of some programs.
                if (!object.key().endsWith("/") && wanted.test(object.key())) {
                    files.add(new StoredFile(path.withKey(object.key()).toString(), object.size(), object.eTag()));
                }
            }
            seen += page.contents().size();
            token = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
            if (token != null && seen >= MAX_KEYS) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "more than " + MAX_KEYS + " objects start with '" + path.withKey(prefix)
                                + "'; name a smaller directory before the first glob");
            }
        } while (token != null);
        return files;
    }

    private List<StoredFile> found(List<StoredFile> files, String why) {
        if (files.isEmpty()) {
            throw new SssException(ErrorCode.NOT_FOUND, "no file matches '" + argument + "'; " + why);
        }
        files.sort(Comparator.comparing(StoredFile::path));
        return files;
    }
}
