package org.sss.server.node;

import java.util.Optional;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.server.node.config.HttpSettings;
import org.sss.server.node.http.HttpModule;
import org.sss.server.node.http.HttpNode;

/** Starts the HTTP listener of a node if there is one on the class path. Stateless. */
final class HttpStart {
    private static final Logger LOG = LoggerFactory.getLogger(HttpStart.class);

    private HttpStart() {}

    /**
     * Returns the listener; empty without the module, and if the settings say so.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the chosen port is in use, or the module is missing
     */
    static Optional<AutoCloseable> of(HttpNode node) {
        HttpSettings settings = node.config().http();
        if (settings.address() == null) {
            return without(node, "http.port = none");
        }
        Optional<HttpModule> module = ServiceLoader.load(HttpModule.class, HttpStart.class.getClassLoader())
                .findFirst();
        if (module.isEmpty()) {
            return withoutModule(node);
        }
        try {
            return Optional.of(module.get().start(node));
        } catch (SssException e) {
            if (settings.isRequired() || e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw e;
            }
            LOG.warn("no page and no metrics: {}; set http.port to a free port, or to none", e.getMessage());
            return without(node, e.getMessage());
        }
    }

    private static Optional<AutoCloseable> withoutModule(HttpNode node) {
        if (node.config().http().isRequired()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "http.port is set, and sss-http is not on the class path; add it, or set http.port = none");
        }
        return without(node, "sss-http is not on its class path");
    }

    /** Other nodes answer the verb with an error that names node 0. */
    private static Optional<AutoCloseable> without(HttpNode node, String why) {
        if (node.config().isCoordinator()) {
            node.service().on(ServerVerbs.HTTP_TICKET, Nothing.class, request -> {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "node 0 serves no page: " + why + "; change that in its configuration and restart it");
            });
        }
        return Optional.empty();
    }
}
