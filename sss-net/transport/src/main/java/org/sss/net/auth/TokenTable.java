package org.sss.net.auth;

import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;

/** The tokens of a cluster. Immutable. */
public final class TokenTable {
    public static final int MAX_TOKENS = 10_000;

    private final String realm;
    private final String version;
    private final Set<String> revoked;
    private final Map<String, TokenEntry> entries = new LinkedHashMap<>();
    /** Those of users. */
    private final Map<Principal, TokenEntry> byPrincipal = new HashMap<>();

    /** Without revoked certificates. */
    public TokenTable(String realm, List<TokenEntry> tokens) {
        this(realm, tokens, Set.of());
    }

    /**
     * @param revoked serial numbers of certificates of nodes, in hex
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if there are more than {@link #MAX_TOKENS}, or an id
     *     occurs twice
     */
    public TokenTable(String realm, List<TokenEntry> tokens, Set<String> revoked) {
        this.realm = realm;
        if (tokens.size() > MAX_TOKENS) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there are " + tokens.size() + " tokens, and " + MAX_TOKENS
                            + " are the limit; remove some by 'sss security revoke'");
        }
        for (TokenEntry token : tokens) {
            if (entries.put(token.id(), token) != null) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, token + " is listed twice");
            }
            if (token.role() != Role.NODE) {
                byPrincipal.put(token.principal(), token);
            }
        }
        this.revoked = new TreeSet<>(revoked);
        version = HexFormat.of().formatHex(Keys.sha256(Json.write(List.of(tokens, this.revoked))));
    }

    /** Identifies the cluster for clients. */
    public String realm() {
        return realm;
    }

    /** Returns all tokens, in the order of the table. */
    public List<TokenEntry> entries() {
        return List.copyOf(entries.values());
    }

    /** Returns the serial numbers of certificates of nodes that are not accepted any more, in hex. */
    public Set<String> revoked() {
        return Collections.unmodifiableSet(revoked);
    }

    /** Returns a text that differs between different tables. */
    public String version() {
        return version;
    }

    /** Returns who sends {@code token}; empty if it is unknown or has expired. */
    public Optional<Principal> owner(BearerToken token, long nowMillis) {
        return Optional.ofNullable(entries.get(token.id()))
                .filter(token::isOf)
                .filter(entry -> !entry.isExpired(nowMillis))
                .map(TokenEntry::principal);
    }

    /** Returns whether {@code principal} is the owner of a token that has not expired: not a node. */
    public boolean accepts(Principal principal, long nowMillis) {
        TokenEntry entry = byPrincipal.get(principal);
        return entry != null && !entry.isExpired(nowMillis);
    }

    /** Returns null if it is unknown. */
    TokenEntry find(String id) {
        return entries.get(id);
    }
}
