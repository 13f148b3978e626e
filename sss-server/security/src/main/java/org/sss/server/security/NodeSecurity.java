package org.sss.server.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.AuthService;
import org.sss.net.auth.AuthTransport;
import org.sss.net.auth.TokenSource;
import org.sss.net.auth.TokenTable;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.KnownTokens;
import org.sss.net.control.ServerVerbs.Tokens;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Service;
import org.sss.net.transport.Transport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpSecurity;
import org.sss.net.transport.tcp.TcpTransport;
import org.sss.net.transport.tls.Tls;

/** How one node protects its connections. Immutable. */
public final class NodeSecurity {
    /** For nodes inside one process, which other processes do not reach. */
    public static final NodeSecurity OFF = new NodeSecurity(SecurityMode.OFF, null);

    private static final long DAY_SECONDS = TimeUnit.DAYS.toSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(NodeSecurity.class);

    private final SecurityMode mode;
    private final SecurityDirectory directory;
    private final RevokedCertificates revoked = new RevokedCertificates();

    private NodeSecurity(SecurityMode mode, SecurityDirectory directory) {
        this.mode = mode;
        this.directory = directory;
        if (mode == SecurityMode.ON) {
            revoked.set(directory.revoked());
        }
    }

    /**
     * Opens the security directory of a node. Without TLS it is created if it is missing, and its token is added to
     * those of this user: all nodes of the cluster are on this machine.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it lacks something, or other users have rights to it
     */
    public static NodeSecurity open(SecurityMode mode, Path path, List<NodeInfo> nodes, boolean isCoordinator) {
        return switch (mode) {
            case OFF -> {
                LOG.warn(
                        "security = off: {} can read and drop all groups, and run code as the user of this node",
                        SecurityMode.isLoopback(nodes)
                                ? "all users and programs of this machine"
                                : "anyone who reaches a port of this node");
                yield OFF;
            }
            case TOKEN -> {
                SecurityDirectory opened = SecurityDirectory.openOrCreate(path);
                addToUser(opened);
                yield new NodeSecurity(mode, opened);
            }
            case ON -> {
                SecurityDirectory opened = withCertificate(SecurityDirectory.open(path), isCoordinator);
                if (!SecurityMode.isLoopback(nodes)) {
                    warnOfSecrets(opened);
                }
                yield new NodeSecurity(mode, opened);
            }
        };
    }

    /**
     * What earlier versions made in the directory of node 0. On loopback the user of the nodes is the administrator.
     */
    private static void warnOfSecrets(SecurityDirectory directory) {
        for (String name : List.of(SecurityDirectory.CA_KEY, SecurityDirectory.ADMIN_TOKEN)) {
            if (Files.exists(directory.file(name))) {
                LOG.warn(
                        "{} can be read by the code of jobs; move it to a directory of the administrator "
                                + "(docs/security.md, Keep keys from"
                                + " the nodes)",
                        directory.file(name));
            }
        }
    }

    private static void addToUser(SecurityDirectory directory) {
        try {
            UserTokens.add(directory);
        } catch (SssException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    private static SecurityDirectory withCertificate(SecurityDirectory directory, boolean isCoordinator) {
        for (String name : List.of(
                SecurityDirectory.CA_CERTIFICATE, SecurityDirectory.NODE_CERTIFICATE, SecurityDirectory.NODE_KEY)) {
            if (Files.notExists(directory.file(name))) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        directory.file(name) + " is missing; make the files of this node where the"
                                + " security directory of the cluster is, by 'sss security node NAME', and copy them "
                                + "to "
                                + directory.path()
                                + " (docs/security.md)");
            }
        }
        ExpiryWarnings.check(directory.file(SecurityDirectory.NODE_CERTIFICATE), Instant.now());
        if (isCoordinator && Files.notExists(directory.file(SecurityDirectory.TOKENS))) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    directory.file(SecurityDirectory.TOKENS) + " is missing; node 0 needs the"
                            + " directory that 'sss security init' has made");
        }
        return directory;
    }

    /** Makes the transport between nodes. */
    public Transport transport(TcpConfig config) {
        return switch (mode) {
            case OFF -> new TcpTransport(config, TcpSecurity.OFF);
            case TOKEN -> {
                yield new AuthTransport(new TcpTransport(config, TcpSecurity.tokens()), new NodeToken(directory));
            }
            case ON ->
                new TcpTransport(
                        config,
                        TcpSecurity.nodes(
                                Tls.node(
                                        directory.file(SecurityDirectory.NODE_CERTIFICATE),
                                        directory.file(SecurityDirectory.NODE_KEY),
                                        directory.file(SecurityDirectory.CA_CERTIFICATE)),
                                revoked));
        };
    }

    /** Returns TLS of the HTTP listener; empty without certificates. */
    public Optional<Tls> web() {
        return mode == SecurityMode.ON
                ? Optional.of(Tls.web(
                        directory.file(SecurityDirectory.NODE_CERTIFICATE),
                        directory.file(SecurityDirectory.NODE_KEY),
                        directory.file(SecurityDirectory.CA_CERTIFICATE)))
                : Optional.empty();
    }

    /** What a node must know to check the tokens of its peers. Thread-safe. */
    public final class Checks implements AutoCloseable {
        private final PolledTokens tokens;
        private final ExpiryWarnings warnings;
        private final List<AuthService> listeners = new CopyOnWriteArrayList<>();
        private AuditLog audit;

        private Checks(PolledTokens tokens, ExpiryWarnings warnings) {
            this.tokens = tokens;
            this.warnings = warnings;
        }

        /** Sets where accepted tokens are recorded, before anything is protected. Does nothing without security. */
        public void recordIn(AuditLog log) {
            audit = log;
        }

        /** Returns the tokens of the cluster; null without security. */
        public TokenSource tokens() {
            return tokens;
        }

        /** Records that a browser has got a session, if that is recorded. */
        public void openedSession(Principal who, String from) {
            if (audit != null) {
                audit.openedSession(who, from);
            }
        }

        /** Returns one sentence for each certificate and token that ends soon. */
        public List<String> expiring() {
            return warnings == null ? List.of() : warnings.at(Instant.now());
        }

        /** Returns what ends first of each kind: {@code certificate}, {@code ca}, {@code token}. */
        public Map<String, Instant> firstEnds() {
            return warnings == null ? Map.of() : warnings.first(Instant.now());
        }

        /** Returns how often peers had no token, or one that was not accepted. */
        public long rejected() {
            return listeners.stream().mapToLong(AuthService::rejected).sum();
        }

        /** Returns a service that answers only authenticated peers. */
        public Service protect(Service service) {
            if (tokens == null) {
                return service;
            }
            AuthService checked = new AuthService(
                    mode == SecurityMode.ON ? revoked.protect(service) : service,
                    tokens,
                    TcpConfig.DEFAULTS.maxConnections());
            listeners.add(checked);
            return audit == null ? checked : checked.onAccept(audit::authenticated);
        }

        /**
         * Waits until the tokens are known, as peers with a token can be answered only then.
         *
         * @throws SssException {@link ErrorCode#UNAUTHENTICATED} if the coordinator rejects this node
         */
        public void awaitTokens() {
            if (tokens != null) {
                tokens.awaitFirst();
            }
        }

        @Override
        public void close() {
            if (tokens != null) {
                tokens.close();
            }
        }
    }

    /**
     * Starts to read the tokens of the cluster.
     *
     * @param service gets the verb by which other nodes ask the coordinator for the tokens
     * @param coordinator null at the coordinator
     * @throws SssException if the table in the security directory is damaged
     */
    public Checks checks(
            RpcService service,
            Supplier<Connection> coordinator,
            ExecutorService executor,
            ScheduledExecutorService timer) {
        if (mode == SecurityMode.OFF) {
            return new Checks(null, null);
        }
        if (mode == SecurityMode.ON && coordinator != null) {
            return checks(
                    new PolledTokens(new FetchedTokens(coordinator), null, FetchedTokens.VALIDITY, executor, timer),
                    false,
                    timer);
        }
        TokensInFile file = new TokensInFile(directory, mode == SecurityMode.TOKEN);
        PolledTokens tokens = new PolledTokens(file, file.read(null), PolledTokens.ALWAYS, executor, timer);
        if (coordinator == null) {
            service.on(ServerVerbs.SECURITY_TOKENS, KnownTokens.class, known -> answer(tokens.readNow(), known));
        }
        return checks(tokens, coordinator == null, timer);
    }

    private Checks checks(PolledTokens tokens, boolean isCoordinator, ScheduledExecutorService timer) {
        tokens.onRead(() -> revoked.set(tokens.latest().revoked()));
        ExpiryWarnings warnings = new ExpiryWarnings(
                directory,
                mode == SecurityMode.ON,
                () -> isCoordinator ? tokens.current().entries() : List.of());
        timer.scheduleWithFixedDelay(warnings::log, 0, DAY_SECONDS, TimeUnit.SECONDS);
        return new Checks(tokens, warnings);
    }

    private static Tokens answer(TokenTable table, KnownTokens known) {
        boolean isSame = table.version().equals(known.version());
        return new Tokens(table.realm(), isSame ? null : table.entries(), isSame ? null : List.copyOf(table.revoked()));
    }
}
