package org.sss.server.offline;

import java.nio.file.Path;

/** The directory of the data of a node ({@code data.dir}), which need not be there. */
public record NodeData(int node, Path directory) {
    /** Of its data server. */
    Path root() {
        return directory.resolve("data");
    }

    @Override
    public String toString() {
        return "node " + node + ", " + directory;
    }
}
