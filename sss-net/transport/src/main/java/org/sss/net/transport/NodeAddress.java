package org.sss.net.transport;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.sss.api.ErrorCode;
import org.sss.api.NumberSyntax;
import org.sss.api.SssException;

/** The address of a listener. */
public record NodeAddress(String host, int port) {
    /** Where clients connect, and nodes listen for them, if no port is given. */
    public static final int DEFAULT_SERVER_PORT = 21200;
    /** The same of data servers. */
    public static final int DEFAULT_DATA_PORT = 21201;

    public NodeAddress {
        if (host == null || host.isBlank() || port < 0 || port > 65535) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + host + ":" + port + "' is not HOST:PORT");
        }
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if {@code text} is not {@code HOST:PORT} */
    public static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            if (colon > 0 && !isBareIpv6(text.substring(0, colon))) {
                return new NodeAddress(
                        text.substring(0, colon),
                        NumberSyntax.parseInt(text.substring(colon + 1).trim()));
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "'" + text + "' is not HOST:PORT, for example 127.0.0.1:21200 or [::1]:21200");
    }

    /** Of such an address without brackets it is ambiguous which digits are the port. */
    private static boolean isBareIpv6(String host) {
        return host.indexOf(':') >= 0 && !(host.startsWith("[") && host.endsWith("]"));
    }

    /** Returns whether only programs of this machine reach it. May look the name up. */
    public boolean loopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
