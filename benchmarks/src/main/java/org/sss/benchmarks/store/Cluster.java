package org.sss.benchmarks.store;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.sss.client.SssClient;

/** A cluster of one node that lives as long as this object. Closing it deletes its files. One thread at a time. */
public interface Cluster extends AutoCloseable {
    SssClient client();

    /** Of the node, when it is another process. */
    OptionalLong serverPid();

    /** Where all its files are. */
    Path directory();

    @Override
    void close();
}
