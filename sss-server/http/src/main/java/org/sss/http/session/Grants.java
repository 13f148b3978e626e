package org.sss.http.session;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.sss.net.peer.Principal;

/**
 * Random secrets, each of which stands for a principal for a while: tickets and sessions. Beyond its limit, the oldest
 * one of the principal ends, or the oldest of all. Thread-safe.
 */
final class Grants {
    private static final int SECRET_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Clock clock;
    private final Duration lifetime;
    private final int max;
    private final int maxPerPrincipal;
    /** Oldest first, which is also the order of their ends. Guarded by this. */
    private final Map<String, Grant> grants = new LinkedHashMap<>();

    /**
     * @param csrf      second secret, which only pages of the node can read
     * @param endMillis in ms since 1970
     */
    record Grant(Principal principal, String csrf, long endMillis) {}

    Grants(Clock clock, Duration lifetime, int max, int maxPerPrincipal) {
        this.clock = clock;
        this.lifetime = lifetime;
        this.max = max;
        this.maxPerPrincipal = maxPerPrincipal;
    }

    /** Returns the secret of a new one. */
    synchronized String add(Principal principal) {
        removeEnded();
        if (grants.values().stream()
                        .filter(grant -> grant.principal().equals(principal))
                        .count()
                >= maxPerPrincipal) {
            removeFirst(principal);
        } else if (grants.size() >= max) {
            removeFirst(null);
        }
        String secret = secret();
        grants.put(secret, new Grant(principal, secret(), clock.millis() + lifetime.toMillis()));
        return secret;
    }

    private void removeEnded() {
        long now = clock.millis();
        grants.values().removeIf(grant -> now >= grant.endMillis());
    }

    /** @param principal null for any */
    private void removeFirst(Principal principal) {
        Iterator<Grant> oldest = grants.values().iterator();
        while (oldest.hasNext()) {
            Principal owner = oldest.next().principal();
            if (principal == null || owner.equals(principal)) {
                oldest.remove();
                return;
            }
        }
    }

    /** Returns nothing if there is none, or it has ended. */
    synchronized Optional<Grant> find(String secret) {
        return Optional.ofNullable(grants.get(secret)).filter(grant -> clock.millis() < grant.endMillis());
    }

    /** As {@link #find}; the secret is not valid any more. */
    synchronized Optional<Grant> take(String secret) {
        Optional<Grant> found = find(secret);
        grants.remove(secret);
        return found;
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
