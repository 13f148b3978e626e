package org.sss.net.auth;

import java.util.List;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Unwrapped;

/**
 * What a cluster keeps of a token: enough to check it, and not enough to use it. Immutable.
 *
 * @param label chosen by the administrator, for lists and messages; may be empty
 * @param groups prefixes of the groups that it may read and write; empty stands for all groups
 * @param share percentage of each limited resource of a node that all its connections may use
 * @param createdMillis time of creation in ms since 1970
 * @param expiresMillis end of its validity in ms since 1970; 0 stands for never
 */
public record TokenEntry(
        String id,
        String label,
        Role role,
        List<String> groups,
        int share,
        long createdMillis,
        long expiresMillis,
        @Unwrapped Verifier verifier) {
    private static final byte[] NO_KEY = {};

    public TokenEntry {
        groups = List.copyOf(groups);
    }

    /**
     * What checks a client's proof.
     *
     * @param stored SHA-256 of the client's key
     * @param server key by which the server proves that it knows the token; empty for a {@link BearerToken}
     */
    public record Verifier(byte[] stored, byte[] server) {}

    /** The entry of {@code token}. */
    public static TokenEntry of(
            Token token,
            String label,
            Role role,
            List<String> groups,
            int share,
            long createdMillis,
            long expiresMillis) {
        Keys keys = token.keys();
        return new TokenEntry(
                token.id(),
                label,
                role,
                groups,
                share,
                createdMillis,
                expiresMillis,
                new Verifier(keys.stored(), keys.server()));
    }

    /** The entry of a token for HTTP. */
    public static TokenEntry of(
            BearerToken token,
            String label,
            Role role,
            List<String> groups,
            int share,
            long createdMillis,
            long expiresMillis) {
        Verifier verifier = new Verifier(token.stored(), NO_KEY);
        return new TokenEntry(token.id(), label, role, groups, share, createdMillis, expiresMillis, verifier);
    }

    /** Returns whether it is a {@link BearerToken}, which opens the HTTP listener only. */
    public boolean isForHttp() {
        return verifier.server().length == 0;
    }

    public boolean isExpired(long nowMillis) {
        return expiresMillis != 0 && nowMillis >= expiresMillis;
    }

    Principal principal() {
        String name = "token " + id + (label.isEmpty() ? "" : " (" + label + ")");
        return role == Role.NODE ? Principal.node(label) : new Principal(name, role, groups, share);
    }

    /** Without keys. */
    @Override
    public String toString() {
        return "token " + id;
    }
}
