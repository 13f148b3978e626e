package org.sss.s3;

import org.sss.io.store.FileStore;
import org.sss.io.store.StoreProvider;
import org.sss.io.store.StoreSettings;

/** Makes the store of {@code s3://}. Stateless. */
public final class S3Provider implements StoreProvider {
    static final String SCHEME = "s3";

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public FileStore create(StoreSettings settings) {
        return new S3Files(S3Options.of(settings));
    }
}
