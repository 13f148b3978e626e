package org.sss.s3;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.StoreSettings;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * How a process reaches S3. Immutable.
 *
 * @param where       the process, for messages, such as {@code node 2}
 * @param endpoint    null for that of AWS
 * @param credentials of requests; never shown
 * @param timeout     of each request, including its retries
 * @param openUploads directory of the records of open uploads; null for none
 */
record S3Options(
        String where, URI endpoint, String region, AwsCredentials credentials, Duration timeout, Path openUploads) {
    private static final Set<String> KEYS = Set.of("endpoint", "region", "credentials", "timeout.seconds");
    private static final String DEFAULT_REGION = "us-east-1";
    private static final int DEFAULT_SECONDS = 120;
    private static final int MAX_SECONDS = 3600;

    /** @throws SssException INVALID_ARGUMENT for wrong settings; NOT_FOUND without credentials */
    static S3Options of(StoreSettings settings) {
        settings.check(KEYS);
        String region = settings.text("region")
                .or(() -> settings.environment("AWS_REGION"))
                .or(() -> settings.environment("AWS_DEFAULT_REGION"))
                .orElse(DEFAULT_REGION);
        Optional<String> endpoint = settings.text("endpoint")
                .or(() -> settings.environment("AWS_ENDPOINT_URL_S3"))
                .or(() -> settings.environment("AWS_ENDPOINT_URL"));
        return new S3Options(
                settings.where(),
                endpoint.map(text -> uri(text, settings)).orElse(null),
                region,
                credentials(settings),
                timeout(settings),
                settings.stateDirectory().map(all -> all.resolve("uploads")).orElse(null));
    }

    private static URI uri(String text, StoreSettings settings) {
        try {
            URI uri = new URI(text);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // refused below, without the text, which may have a password
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "the endpoint of connector 's3' on " + settings.where()
                        + " is not http://HOST[:PORT] or https://HOST[:PORT], without a user and a password");
    }

    private static Duration timeout(StoreSettings settings) {
        String text = settings.text("timeout.seconds").orElse(Integer.toString(DEFAULT_SECONDS));
        boolean isNumber = text.matches("[1-9][0-9]{0,3}");
        if (!isNumber || Integer.parseInt(text) > MAX_SECONDS) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "timeout.seconds of connector 's3' is '" + text + "'; use 1 to " + MAX_SECONDS);
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    /** Of the named file of secrets, or else of the environment. */
    private static AwsCredentials credentials(StoreSettings settings) {
        String name = settings.text("credentials").orElse("s3");
        Optional<Map<String, String>> file = settings.secret(name);
        if (file.isPresent()) {
            return of(
                    file.get().get("access-key-id"),
                    file.get().get("secret-access-key"),
                    file.get().get("session-token"),
                    "the file '" + name + "' of secrets on " + settings.where()
                            + " has no access-key-id and secret-access-key; write both lines as NAME=VALUE");
        }
        return of(
                settings.environment("AWS_ACCESS_KEY_ID").orElse(null),
                settings.environment("AWS_SECRET_ACCESS_KEY").orElse(null),
                settings.environment("AWS_SESSION_TOKEN").orElse(null),
                "no credentials for connector 's3' on " + settings.where() + ": write a file '" + name + "' into "
                        + settings.secretsDirectory() + " (access-key-id=..., secret-access-key=..., mode 0600), or set"
                        + " AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment of the process");
    }

    private static AwsCredentials of(String id, String secret, String session, String otherwise) {
        if (id == null || secret == null || id.isBlank() || secret.isBlank()) {
            throw new SssException(ErrorCode.NOT_FOUND, otherwise);
        }
        return session == null
                ? AwsBasicCredentials.create(id, secret)
                : AwsSessionCredentials.create(id, secret, session);
    }

    /** Without the credentials. */
    @Override
    public String toString() {
        return "s3 at " + (endpoint == null ? "AWS" : endpoint.toString()) + ", region " + region + ", on " + where;
    }
}
