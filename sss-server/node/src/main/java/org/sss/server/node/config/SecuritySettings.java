package org.sss.server.node.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sss.server.security.FileRoots;
import org.sss.server.security.SecurityMode;

/**
 * Who may use a node, and what its jobs may do. Immutable.
 *
 * @param mode         of its connections
 * @param directory    keys and tokens; may not exist
 * @param auditBytes   limit of the audit log, 0 for none
 * @param files        that jobs may read and write
 * @param mayRunAsRoot even if other machines reach the cluster
 * @param secrets      directory of the secrets of connectors; may not exist
 */
public record SecuritySettings(
        SecurityMode mode, Path directory, long auditBytes, FileRoots files, boolean mayRunAsRoot, Path secrets) {
    static SecuritySettings of(SettingValues values, ClusterSettings cluster) {
        Path directory = cluster.dataDirectory()
                .resolveSibling(values.get(Settings.SECURITY_DIR))
                .normalize();
        Path secrets = cluster.dataDirectory()
                .resolveSibling(values.get(Settings.SECRETS_DIR))
                .normalize();
        return new SecuritySettings(
                SecurityMode.of(values.get(Settings.SECURITY), cluster.nodes()),
                directory,
                values.get(Settings.AUDIT_SIZE),
                roots(values, cluster, Map.of("security.dir", directory, "secrets.dir", secrets)),
                values.get(Settings.RUN_AS_ROOT).equals("allowed"),
                secrets);
    }

    /** No connection leaves the process, and jobs may do what the process may do. */
    public SecuritySettings withinProcess() {
        return new SecuritySettings(SecurityMode.OFF, directory, 0, FileRoots.ALL, true, secrets);
    }

    private static FileRoots roots(SettingValues values, ClusterSettings cluster, Map<String, Path> secret) {
        Optional<List<Path>> given = values.get(Settings.FILES_ROOTS);
        if (given.isEmpty()) {
            return SecurityMode.isLoopback(cluster.nodes()) ? FileRoots.ALL : FileRoots.of(cluster.nodeId(), List.of());
        }
        Map<String, Path> own = new TreeMap<>(secret);
        own.put("data.dir", cluster.dataDirectory());
        for (Path root : given.get()) {
            own.forEach((name, directory) -> {
                if (directory.startsWith(root) || root.startsWith(directory)) {
                    throw values.invalid("files.roots = " + root + " shares files with " + name + " = " + directory
                            + ", but jobs must not use these files; use another directory");
                }
            });
        }
        return FileRoots.of(cluster.nodeId(), given.get());
    }
}
