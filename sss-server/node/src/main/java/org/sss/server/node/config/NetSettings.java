package org.sss.server.node.config;

import java.time.Duration;

/**
 * Connections of a node. Immutable.
 *
 * @param io           how sockets are served
 * @param idleTimeout  after which a silent connection is closed
 * @param stallTimeout after which a sender fails whose receiver accepts nothing
 * @param rings        to other nodes
 */
public record NetSettings(String io, Duration idleTimeout, Duration stallTimeout, RingSettings rings) {
    static NetSettings of(SettingValues values) {
        return new NetSettings(
                values.get(Settings.NET_IO),
                values.get(Settings.NET_IDLE_TIMEOUT),
                values.get(Settings.NET_STALL_TIMEOUT),
                RingSettings.of(values));
    }
}
