package org.sss.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import org.sss.io.store.StoredFile;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * The bytes of a range of an object, in requests of 8 MiB. A response that ends early, or whose connection breaks, is
 * continued by another request, a limited number of times without a new byte. For one thread.
 */
final class S3Content extends InputStream {
    static final long RANGE_BYTES = 8L << 20;
    private static final int MAX_FAILURES = 6;
    private static final long PAUSE_MILLIS = 100;

    private final S3Calls calls;
    private final StoredFile file;
    private final S3Path path;
    private final long end;
    private long position;
    private long responseEnd;
    private ResponseInputStream<GetObjectResponse> response;
    private int failures;

    /** @param file its version must be that of the object, or the read fails */
    S3Content(S3Calls calls, StoredFile file, long from, long to) {
        this.calls = calls;
        this.file = file;
        path = S3Path.of(file.path());
        position = from;
        end = to;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        while (position < end) {
            int n = readOnce(bytes, offset, length);
            if (n > 0) {
                position += n;
                failures = 0;
                return n;
            }
        }
        close();
        return -1;
    }

    /** Returns 0 if the response has ended or failed, and the next one is to be read. */
    private int readOnce(byte[] bytes, int offset, int length) throws IOException {
        if (response == null) {
            open();
        }
        try {
            int n = response.read(bytes, offset, (int) Math.min(length, responseEnd - position));
            if (n > 0) {
                if (position + n == responseEnd) {
                    close();
                }
                return n;
            }
            failed(new IOException("the answer ended " + (responseEnd - position) + " bytes early"));
        } catch (InterruptedIOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            failed(e); // a timeout of the socket
        } catch (IOException e) {
            failed(e);
        }
        return 0;
    }

    private void open() throws IOException {
        responseEnd = Math.min(end, position + RANGE_BYTES);
        String range = "bytes=" + position + "-" + (responseEnd - 1);
        response = calls.of(
                "reading '" + path + "'",
                () -> calls.client()
                        .getObject(r -> r.bucket(path.bucket())
                                .key(path.key())
                                .range(range)
                                .ifMatch(file.version().isEmpty() ? null : file.version())));
    }

    private void failed(IOException e) throws IOException {
        abort();
        failures++;
        if (failures >= MAX_FAILURES) {
            throw new IOException(
                    "reading '" + path + "' failed " + failures + " times at byte " + position + ": " + e.getMessage(),
                    e);
        }
        try {
            Thread.sleep(PAUSE_MILLIS << failures);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("reading '" + path + "' was interrupted");
        }
    }

    private void abort() {
        if (response != null) {
            response.abort();
            response = null;
        }
    }

    /** Does not wait for the rest of a response. */
    @Override
    public void close() {
        abort();
    }
}
