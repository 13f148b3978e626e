package org.sss.spark.sql;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.apache.spark.SparkFiles;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Credentials;
import org.sss.client.SssClient;

/**
 * Where a cluster is, and the name of the file from which each process reads its token. It has no secret, so it is sent
 * with plans. Immutable.
 *
 * @param cluster {@code HOST:PORT} of any node
 * @param token   name of a file that {@code spark-submit --files} has shipped, or an absolute path; null for the token
 *     of the user of each process
 * @param isOpen  the cluster has no security, so that no token is sent to it
 */
record ClusterAddress(String cluster, String token, boolean isOpen) implements Serializable {
    static final String CLUSTER = "cluster";
    static final String TOKEN = "token";
    static final String SECURITY = "security";
    private static final String OFF = "off";

    /**
     * Reads options of a catalog or a source.
     *
     * @throws SssException INVALID_ARGUMENT if there is no address
     */
    static ClusterAddress of(Map<String, String> options) {
        String cluster = options.get(CLUSTER);
        if (cluster == null || cluster.isBlank()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the address of the cluster is missing; set the option 'cluster' (of a catalog, "
                            + "spark.sql.catalog.NAME.cluster) to HOST:PORT of one of its nodes");
        }
        String security = options.get(SECURITY);
        if (security != null && !security.equals(OFF)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the option 'security' is 'off' for a cluster without security, and is left out otherwise; it is '"
                            + security + "'");
        }
        return new ClusterAddress(cluster, options.get(TOKEN), security != null);
    }

    SssClient connect() {
        if (isOpen) {
            return SssClient.connect(cluster, () -> Credentials.NONE);
        }
        return token == null
                ? SssClient.connect(cluster)
                : SssClient.connect(cluster, () -> Credentials.read(tokenFile()));
    }

    private Path tokenFile() {
        Path named = Path.of(token);
        if (named.isAbsolute()) {
            return named;
        }
        Path shipped = Path.of(SparkFiles.get(token));
        if (!Files.exists(shipped)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no file '" + token + "' with the token of the cluster " + cluster
                            + " on this machine; ship it with 'spark-submit --files', or name an absolute path");
        }
        return ownerOnly(shipped);
    }

    /** Spark copies files with the rights of its own choice. */
    private static Path ownerOnly(Path file) {
        try {
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException | UnsupportedOperationException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "the rights of the token file " + file + " cannot be set", e);
        }
    }
}
