package org.sss.s3;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A path {@code s3://bucket/key}. Immutable.
 *
 * @param key empty for the whole bucket
 */
record S3Path(String bucket, String key) {
    private static final String PREFIX = S3Provider.SCHEME + "://";
    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final int MAX_KEY_BYTES = 1024;

    /** @throws SssException INVALID_ARGUMENT for a path that cannot exist; NOT_FOUND for another scheme */
    static S3Path of(String path) {
        if (!path.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
            throw invalid(path, "it does not start with " + PREFIX);
        }
        String rest = path.substring(PREFIX.length());
        int slash = rest.indexOf('/');
        String bucket = slash < 0 ? rest : rest.substring(0, slash);
        String key = slash < 0 ? "" : rest.substring(slash + 1);
        if (!BUCKET.matcher(bucket).matches()) {
            throw invalid(
                    path,
                    "'" + bucket + "' is no name of a bucket, which has 3 to 63 lower-case letters, digits, dots and"
                            + " hyphens, and no globs");
        }
        if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY_BYTES) {
            throw invalid(path, "the name in the bucket is longer than " + MAX_KEY_BYTES + " bytes");
        }
        if (("/" + key + "/").contains("/../") || ("/" + key + "/").contains("/./")) {
            throw invalid(path, "an object has no '.' and '..' in its name; write the whole name");
        }
        return new S3Path(bucket, key);
    }

    private static SssException invalid(String path, String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "'" + path + "' is no path of an object: " + why);
    }

    S3Path withKey(String newKey) {
        return new S3Path(bucket, newKey);
    }

    @Override
    public String toString() {
        return PREFIX + bucket + "/" + key;
    }
}
