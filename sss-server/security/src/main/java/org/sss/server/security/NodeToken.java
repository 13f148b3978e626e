package org.sss.server.security;

import java.util.List;
import java.util.function.Supplier;
import org.sss.net.auth.TokenFile;
import org.sss.net.transport.tls.FileVersion;

/** The token of the nodes, which is read again when its file has been replaced. Thread-safe. */
final class NodeToken implements Supplier<TokenFile> {
    private final SecurityDirectory directory;
    private volatile Read last;

    private record Read(String version, TokenFile token) {}

    NodeToken(SecurityDirectory directory) {
        this.directory = directory;
        get();
    }

    @Override
    public TokenFile get() {
        Read read = last;
        String version = FileVersion.of(List.of(directory.file(SecurityDirectory.NODE_TOKEN)));
        if (read == null || !read.version().equals(version)) {
            read = new Read(version, directory.nodeToken());
            last = read;
        }
        return read.token();
    }
}
