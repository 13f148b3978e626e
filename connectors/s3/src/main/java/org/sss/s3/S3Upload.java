package org.sss.s3;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.PendingFile;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** A multipart upload: the object exists when it is completed. Used by one thread at a time. */
final class S3Upload implements PendingFile {
    static final int PART_BYTES = 8 << 20;
    private static final int MAX_PARTS = 10_000;
    /** After so many parts, they become larger by their first size: at most 440 GiB in all. */
    private static final int PARTS_OF_A_SIZE = 1000;
    /** Metadata of the object, by which a repeated publish recognizes it. */
    private static final String OWN = "sss-upload";

    private static final long PAUSE_MILLIS = 200;
    private static final int MAX_PAUSE_DOUBLINGS = 5;

    private final S3Calls calls;
    private final OpenUploads uploads;
    private final S3Path path;
    private final boolean replacing;
    private final String own = UUID.randomUUID().toString();
    private final List<CompletedPart> parts = new ArrayList<>();
    private final Content out = new Content();
    private String upload;
    private Path record;
    private boolean published;
    private boolean discarded;

    private S3Upload(S3Calls calls, OpenUploads uploads, S3Path path, boolean replacing) {
        this.calls = calls;
        this.uploads = uploads;
        this.path = path;
        this.replacing = replacing;
    }

    /** @throws SssException ALREADY_EXISTS, or that the bucket refuses or does not exist */
    static S3Upload start(S3Calls calls, OpenUploads uploads, S3Path path, boolean replacing) throws IOException {
        if (path.key().isEmpty() || path.key().endsWith("/")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + path + "' cannot be written: it names a directory, not an object");
        }
        S3Upload made = new S3Upload(calls, uploads, path, replacing);
        if (!replacing && S3Search.head(calls, path) != null) {
            throw made.exists();
        }
        made.upload = calls.of(
                "writing '" + path + "'",
                () -> calls.client()
                        .createMultipartUpload(
                                r -> r.bucket(path.bucket()).key(path.key()).metadata(Map.of(OWN, made.own)))
                        .uploadId());
        made.record = uploads.started(path, made.upload);
        return made;
    }

    private SssException exists() {
        return new SssException(
                ErrorCode.ALREADY_EXISTS,
                "object '" + path + "' exists already; write to another directory, or call replacing()");
    }

    /** The bytes of the next part. */
    private final class Content extends OutputStream {
        private final ByteArrayOutputStream part = new ByteArrayOutputStream();

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (discarded) {
                throw new IOException("the upload of '" + path + "' was discarded");
            }
            int done = 0;
            while (done < length) {
                int n = Math.min(length - done, partBytes() - part.size());
                part.write(bytes, offset + done, n);
                done += n;
                if (part.size() == partBytes()) {
                    send();
                }
            }
        }

        private int partBytes() {
            return PART_BYTES * (1 + parts.size() / PARTS_OF_A_SIZE);
        }

        void send() throws IOException {
            int number = parts.size() + 1;
            if (number > MAX_PARTS) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "object '" + path + "' would have more than " + MAX_PARTS
                                + " parts; write more, smaller files");
            }
            byte[] content = part.toByteArray();
            part.reset();
            UploadPartResponse sent = calls.of(
                    "writing '" + path + "'",
                    () -> calls.client()
                            .uploadPart(
                                    r -> r.bucket(path.bucket())
                                            .key(path.key())
                                            .uploadId(upload)
                                            .partNumber(number),
                                    RequestBody.fromBytes(content)));
            parts.add(CompletedPart.builder()
                    .partNumber(number)
                    .eTag(sent.eTag())
                    .checksumCRC32(sent.checksumCRC32())
                    .build());
        }
    }

    @Override
    public String target() {
        return path.toString();
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public void prepare() throws IOException {
        if (out.part.size() > 0 || parts.isEmpty()) {
            out.send();
        }
    }

    /** An answer may be lost, or another request for the same object be in progress: then it is tried again. */
    @Override
    public void publish() throws IOException {
        long deadline = System.nanoTime() + calls.patience().toNanos();
        for (int attempt = 0; !published; attempt++) {
            try {
                published = completes();
            } catch (IOException e) {
                if (e instanceof InterruptedIOException || System.nanoTime() - deadline > 0) {
                    throw e;
                }
            }
            if (!published) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("object '" + path + "' cannot be published: other requests for it did not"
                            + " end within " + calls.patience().toSeconds() + " s");
                }
                pause(attempt);
            }
        }
        uploads.ended(record);
    }

    private void pause(int attempt) throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS << Math.min(attempt, MAX_PAUSE_DOUBLINGS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("publishing '" + path + "' was interrupted");
        }
    }

    /** Returns false if it is to be tried again. */
    private boolean completes() throws IOException {
        if (!replacing && isThere()) {
            return true;
        }
        return calls.of("publishing '" + path + "'", () -> {
            try {
                calls.client().completeMultipartUpload(this::complete);
                return true;
            } catch (S3Exception e) {
                if (e.statusCode() == S3Calls.CONFLICT) {
                    return false;
                }
                if (e.statusCode() == S3Calls.PRECONDITION_FAILED || e.statusCode() == S3Calls.NOT_FOUND) {
                    return isOurs(e);
                }
                throw e;
            }
        });
    }

    private void complete(CompleteMultipartUploadRequest.Builder request) {
        request.bucket(path.bucket())
                .key(path.key())
                .uploadId(upload)
                .ifNoneMatch(replacing ? null : "*")
                .multipartUpload(all -> all.parts(parts));
    }

    /** Returns whether an earlier request has completed it, whose answer was lost. */
    private boolean isOurs(S3Exception refused) {
        try {
            if (own(S3Search.head(calls, path))) {
                return true;
            }
        } catch (IOException e) {
            refused.addSuppressed(e);
        }
        if (refused.statusCode() == S3Calls.PRECONDITION_FAILED) {
            throw exists();
        }
        throw refused;
    }

    private boolean isThere() throws IOException {
        HeadObjectResponse head = S3Search.head(calls, path);
        if (head != null && !own(head)) {
            throw exists();
        }
        return head != null;
    }

    private boolean own(HeadObjectResponse head) {
        return head != null && own.equals(head.metadata().get(OWN));
    }

    @Override
    public void discard() throws IOException {
        discarded = true;
        abort(calls, path, upload);
        if (published && own(S3Search.head(calls, path))) {
            calls.of(
                    "deleting '" + path + "'",
                    () -> calls.client()
                            .deleteObject(r -> r.bucket(path.bucket()).key(path.key())));
        }
        uploads.ended(record);
    }

    /** Does nothing if there is no such upload any more. */
    static void abort(S3Calls calls, S3Path path, String upload) throws IOException {
        calls.of("discarding the upload of '" + path + "'", () -> {
            try {
                return calls.client()
                        .abortMultipartUpload(
                                r -> r.bucket(path.bucket()).key(path.key()).uploadId(upload));
            } catch (S3Exception e) {
                if (e.statusCode() == S3Calls.NOT_FOUND) {
                    return null;
                }
                throw e;
            }
        });
    }
}
