package org.sss.cli.cluster;

import java.nio.file.Path;
import org.sss.cli.security.Certificates;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.net.auth.TokenFile;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.SecurityMode;
import org.sss.server.security.UserTokens;

/** The security directory that the nodes of a cluster on this machine share. Stateless. */
final class ClusterSecurity {
    /**
     * {@code security.dir} of each node, relative to its own directory, so that it stays valid when the cluster's is
     * moved.
     */
    static final String DIRECTORY = "../security";

    private ClusterSecurity() {}

    /**
     * Connects with the tokens of this user, or without one if the nodes run without security.
     *
     * @throws org.sss.api.SssException as {@link SssClient#connect(String)}
     */
    static SssClient connect(ClusterDirectory cluster) {
        return isOff(cluster)
                ? SssClient.connect(cluster.address(), () -> Credentials.NONE)
                : SssClient.connect(cluster.address());
    }

    /**
     * True if commands of this user need {@code SSS_SECURITY=off} for this cluster, as they would use a token
     * otherwise.
     */
    static boolean mustIgnoreTokens(ClusterDirectory cluster) {
        return isOff(cluster) && !TokenFile.ofUser().entries().isEmpty();
    }

    private static boolean isOff(ClusterDirectory cluster) {
        return NodeConfig.load(cluster.nodes().get(0).settings()).security().mode() == SecurityMode.OFF;
    }

    /**
     * Creates the directory before nodes start, unless it needs certificates, renews a certificate that expires soon,
     * and lets this user in.
     *
     * @param settings of a node
     * @throws org.sss.api.SssException STORAGE if the token file of this user cannot be written; INVALID_ARGUMENT if
     *     certificates are missing
     */
    static void prepare(Path settings) {
        NodeConfig node = NodeConfig.load(settings);
        if (node.security().mode() == SecurityMode.OFF) {
            return;
        }
        SecurityDirectory directory = node.security().mode() == SecurityMode.TOKEN
                ? SecurityDirectory.openOrCreate(node.security().directory())
                : SecurityDirectory.open(node.security().directory());
        if (node.security().mode() == SecurityMode.ON) {
            Certificates.renewOfMachine(directory);
        }
        UserTokens.add(directory);
    }
}
