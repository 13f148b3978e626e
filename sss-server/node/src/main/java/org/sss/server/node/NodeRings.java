package org.sss.server.node;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs.RingUse;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.shm.ShmRings;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.config.RingSettings;
import org.sss.server.security.SecurityMode;

/** Decides which connections of a node move their data through memory. Stateless. */
final class NodeRings {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRings.class);

    private NodeRings() {}

    /** What has passed through them, by node. */
    static List<RingUse> use(NodeConfig config, Transport transport) {
        Map<NodeAddress, RingCounters.Values> rings = transport.rings();
        return config.nodes().stream()
                .filter(node -> rings.containsKey(node.data()))
                .map(node -> {
                    RingCounters.Values ring = rings.get(node.data());
                    return new RingUse(
                            node.id(),
                            config.net().rings().byPlugin()
                                    ? config.net().rings().transport()
                                    : ShmRings.TRANSPORT,
                            ring.puts(),
                            ring.putBytes(),
                            ring.receivedBytes(),
                            ring.fullWaits(),
                            ring.doorbells());
                })
                .toList();
    }

    /**
     * Those to the data servers of other nodes: control stays on the socket.
     *
     * @throws SssException if memory is required, and cannot be used; or if it would undo the encryption of connections
     */
    static TcpRings of(NodeConfig config) {
        RingSettings settings = config.net().rings();
        if (settings.off()) {
            return TcpRings.OFF;
        }
        if (settings.byPlugin() && config.security().mode() == SecurityMode.ON) {
            checkPlaintext(settings);
        }
        Set<NodeAddress> peers = config.nodes().stream()
                .map(NodeInfo::data)
                .filter(data -> !data.equals(config.self().data()))
                .collect(Collectors.toUnmodifiableSet());
        try {
            return new TcpRings(
                    provider(settings), peers::contains, settings.shape(), settings.spinMicros(), settings.required());
        } catch (SssException e) {
            if (settings.required()) {
                throw new SssException(e.code(), "net.transport.required = true, but " + e.getMessage(), e);
            }
            if (settings.expected()) {
                LOG.warn("net.transport = {}, but data goes by TCP: {}", settings.transport(), e.getMessage());
            } else {
                LOG.info("Data goes by TCP: {}", e.getMessage());
            }
            return TcpRings.OFF;
        }
    }

    private static void checkPlaintext(RingSettings settings) {
        if (!settings.plaintext()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "net.transport = " + settings.transport() + " encrypts nothing, and security = on: set"
                            + " net.ucx.plaintext = allowed if only trusted machines are attached to the network of "
                            + "UCX, or net.transport = tcp");
        }
        LOG.warn(
                "net.ucx.plaintext = allowed: data and requests to data servers go to other nodes unencrypted, and who "
                        + "can send packets to the"
                        + " ports of UCX can write to the memory of this node");
    }

    private static RingProvider provider(RingSettings settings) {
        if (!settings.byPlugin()) {
            return ShmRings.open(ShmRings.DIRECTORY, settings.shape());
        }
        return RingPlugin.named(settings.transport())
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the jar sss-net-" + settings.transport()
                                + " is not on the class path; the release archive has it in lib"))
                .open(settings.ucx());
    }
}
