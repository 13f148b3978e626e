package org.sss.server.offline;

import java.nio.file.Path;

/** The data directory of a node ({@code data.dir}), which need not exist. */
public record NodeData(int node, Path directory) {
    /** The directory of its data server. */
    Path root() {
        return directory.resolve("data");
    }

    @Override
    public String toString() {
        return "node " + node + ", " + directory;
    }
}
