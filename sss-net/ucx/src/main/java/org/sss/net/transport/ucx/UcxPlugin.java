package org.sss.net.transport.ucx;

import java.util.List;
import java.util.Map;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingProvider;

/** {@code net.transport = ucx}. Stateless. */
public final class UcxPlugin implements RingPlugin {
    static final String TLS = "tls";
    static final String DEVICES = "devices";

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public RingProvider open(Map<String, String> options) {
        return UcxRings.open(options.getOrDefault(TLS, UcxRings.DEFAULT_TLS), options.getOrDefault(DEVICES, "all"));
    }

    @Override
    public List<Fact> facts(Map<String, String> options) {
        return UcxFacts.of(this, options);
    }
}
