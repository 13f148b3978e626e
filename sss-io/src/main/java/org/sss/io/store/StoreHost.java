package org.sss.io.store;

import java.nio.file.Path;
import java.util.Map;

/**
 * The process or node that uses stores. Immutable.
 *
 * @param where       it is, for messages, such as {@code node 2}
 * @param secrets     directory of files of secrets; null for none
 * @param state       directory of files that connectors leave for the next process; null for none
 * @param environment variables
 */
public record StoreHost(String where, Path secrets, Path state, Map<String, String> environment) {
    /** Variable with the directory of secrets of a client. */
    private static final String SECRETS = "SSS_SECRETS_DIR";

    public StoreHost {
        environment = Map.copyOf(environment);
    }

    /** A process without a node, such as a client. */
    static StoreHost ofProcess() {
        Map<String, String> environment = System.getenv();
        String secrets = environment.get(SECRETS);
        return new StoreHost("this machine", secrets == null ? null : Path.of(secrets), null, environment);
    }

    /** Without the environment, which may have secrets. */
    @Override
    public String toString() {
        return where;
    }
}
