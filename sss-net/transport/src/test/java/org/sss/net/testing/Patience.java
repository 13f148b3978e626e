package org.sss.net.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Extends the default timeout of Awaitility for slow machines. Active for all tests, like {@link Leaks}. */
public final class Patience implements BeforeAllCallback {
    /** How many times longer than usual tests of transports wait: {@code -Dsss.patience=4} for an emulated machine. */
    public static final int FACTOR = Integer.getInteger("sss.patience", 1);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(FACTOR));
    }
}
