package org.sss.io.store;

import java.util.Set;

/** A source or an output of files, for which nodes may need connectors. */
public interface ConnectorUser {
    /** Returns the schemes of stores and the ids of formats that it uses, without those that every node has. */
    Set<String> connectors();
}
