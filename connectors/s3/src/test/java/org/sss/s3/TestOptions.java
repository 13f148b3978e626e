package org.sss.s3;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

/** Options of stores that tests make themselves. */
final class TestOptions {
    static final String SECRET = "hunter2-secret";

    private TestOptions() {}

    static S3Options of(URI endpoint, Duration timeout, Path uploads) {
        return new S3Options(
                "node 2", endpoint, "us-east-1", AwsBasicCredentials.create("test-id", SECRET), timeout, uploads);
    }
}
