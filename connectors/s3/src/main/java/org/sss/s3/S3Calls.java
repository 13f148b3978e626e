package org.sss.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The requests of a process: each is repeated a limited number of times within a limited time, and its errors say what
 * to do. Thread-safe.
 */
final class S3Calls {
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int PRECONDITION_FAILED = 412;
    private static final int MAX_ATTEMPTS = 8;
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int ATTEMPTS_IN_TIMEOUT = 4;

    private final S3Client client;
    private final S3Options options;

    S3Calls(S3Options options) {
        this.options = options;
        Duration attempt = options.timeout().dividedBy(ATTEMPTS_IN_TIMEOUT);
        var builder = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(attempt.compareTo(CONNECT) < 0 ? attempt : CONNECT)
                        .socketTimeout(attempt)
                        .build())
                .region(Region.of(options.region()))
                .credentialsProvider(StaticCredentialsProvider.create(options.credentials()))
                .overrideConfiguration(each -> each.apiCallTimeout(options.timeout())
                        .apiCallAttemptTimeout(attempt)
                        .retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(MAX_ATTEMPTS)
                                .build())
                        .defaultProfileFile(ProfileFile.aggregator().build()));
        if (options.endpoint() != null) {
            builder.endpointOverride(options.endpoint()).forcePathStyle(true);
        }
        client = builder.build();
    }

    S3Client client() {
        return client;
    }

    S3Options options() {
        return options;
    }

    /** How long something is tried that consists of several requests. */
    Duration patience() {
        return options.timeout();
    }

    /**
     * Sends a request.
     *
     * @param what is done, for messages, such as {@code reading 's3://b/x'}
     * @throws SssException FORBIDDEN, NOT_FOUND, ALREADY_EXISTS, INVALID_ARGUMENT by the answer
     * @throws IOException  if there is no answer, or the server fails
     */
    <T> T of(String what, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (AbortedException e) {
            throw interrupted(what, e);
        } catch (S3Exception e) {
            throw refused(what, e);
        } catch (SdkException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted(what, e);
            }
            throw new IOException(what + " failed at " + server() + ": " + e.getMessage(), e);
        }
    }

    private static InterruptedIOException interrupted(String what, Exception e) {
        InterruptedIOException interrupted = new InterruptedIOException(what + " was interrupted");
        interrupted.initCause(e);
        return interrupted;
    }

    private String server() {
        return options.endpoint() == null
                ? "S3 in " + options.region()
                : options.endpoint().toString();
    }

    /** Returns the error of a wrong request; others may pass. */
    private SssException refused(String what, S3Exception e) throws IOException {
        String answer = e.statusCode() + " "
                + (e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode());
        switch (e.statusCode()) {
            case FORBIDDEN, 401 -> {
                return error(
                        ErrorCode.FORBIDDEN,
                        what + " is not allowed for the credentials of " + options.where() + " (" + answer
                                + "); change the policy of the bucket or of the user, or the credentials",
                        e);
            }
            case NOT_FOUND -> {
                return error(
                        ErrorCode.NOT_FOUND,
                        what + " failed at " + server() + ": it does not exist (" + answer.trim()
                                + "); check the name of the bucket and of the object",
                        e);
            }
            case PRECONDITION_FAILED -> {
                return error(
                        ErrorCode.INVALID_ARGUMENT,
                        what + " failed: the object has been replaced (" + answer + "); run it again",
                        e);
            }
            default -> {
                String message = what + " failed at " + server() + ": " + answer + " "
                        + (e.awsErrorDetails() == null
                                ? ""
                                : e.awsErrorDetails().errorMessage());
                if (e.statusCode() >= 500 || e.isThrottlingException() || e.statusCode() == CONFLICT) {
                    throw new IOException(message, e);
                }
                return error(ErrorCode.INVALID_ARGUMENT, message + "; check endpoint and region of the connector", e);
            }
        }
    }

    private static SssException error(ErrorCode code, String message, S3Exception cause) {
        return new SssException(code, message, cause);
    }
}
