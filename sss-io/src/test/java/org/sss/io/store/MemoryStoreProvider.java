package org.sss.io.store;

/** Provides {@link MemoryStore} as {@code mem://}. */
public final class MemoryStoreProvider implements StoreProvider {
    @Override
    public String scheme() {
        return "mem";
    }

    @Override
    public FileStore create(StoreSettings settings) {
        return new MemoryStore();
    }
}
