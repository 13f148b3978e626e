package org.sss.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStore;
import org.sss.io.store.PendingFile;
import org.sss.io.store.StoredFile;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** The objects that a process reaches. Thread-safe. */
final class S3Files implements FileStore {
    private final S3Calls calls;
    private final OpenUploads uploads;

    /** Aborts the uploads that an earlier process has left. */
    S3Files(S3Options options) {
        calls = new S3Calls(options);
        uploads = OpenUploads.in(options.openUploads());
        uploads.abortOthers(calls);
    }

    @Override
    public String scheme() {
        return S3Provider.SCHEME;
    }

    @Override
    public String absolute(String path) {
        return S3Path.of(path).toString();
    }

    @Override
    public List<StoredFile> list(String argument) {
        try {
            return new S3Search(calls, argument).files();
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "the files of '" + argument + "' cannot be listed: " + e.getMessage(), e);
        }
    }

    @Override
    public StoredFile stat(String path) throws IOException {
        S3Path object = S3Path.of(path);
        HeadObjectResponse head = S3Search.head(calls, object);
        if (head == null) {
            throw new NoSuchFileException(path);
        }
        return new StoredFile(object.toString(), head.contentLength(), head.eTag());
    }

    @Override
    public InputStream open(StoredFile file, long from, long to) {
        return new S3Content(calls, file, from, Math.min(to, file.bytes()));
    }

    @Override
    public PendingFile create(String path, String creator, boolean replacing) throws IOException {
        return S3Upload.start(calls, uploads, S3Path.of(path), replacing);
    }
}
