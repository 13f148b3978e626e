package org.sss.net.testing;

import io.netty.util.ResourceLeakDetector;
import java.util.List;

/** Entry point of Jazzer: finds the target by the names that {@link FuzzRun} passes. One thread. */
public final class FuzzEntry {
    private static FuzzTarget target;

    private FuzzEntry() {}

    /** @param args class name of the {@link FuzzContract}, name of the target */
    public static void fuzzerInitialize(String[] args) {
        // Targets count their buffers themselves: tracking each buffer would take most of the time.
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        target = targets(args[0]).stream()
                .filter(each -> each.name().equals(args[1]))
                .findFirst()
                .orElseThrow();
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        target.accepts(input);
    }

    static List<FuzzTarget> targets(String contract) {
        try {
            return ((FuzzContract)
                            Class.forName(contract).getDeclaredConstructor().newInstance())
                    .targets();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(contract + " is not a public FuzzContract", e);
        }
    }
}
