package org.sss.sketch;

import java.util.Set;

/**
 * Loads the library of sketches. Its memory part knows Java 17 and 21 and refuses all others, also later ones, on which
 * it works: it asks the system property for the version, once, when it is loaded. Its releases for later versions of
 * Java do not run on 17. Stateless.
 */
final class SketchLibrary {
    private static final String VERSION = "java.version";
    private static final Set<Integer> KNOWN = Set.of(17, 21);

    static {
        if (!KNOWN.contains(Runtime.version().feature())) {
            String version = System.setProperty(VERSION, "21.0.1");
            try {
                Class.forName("org.apache.datasketches.memory.internal.ResourceImpl");
            } catch (ClassNotFoundException e) {
                throw new LinkageError("the library of sketches has changed", e);
            } finally {
                System.setProperty(VERSION, version);
            }
        }
    }

    private SketchLibrary() {}

    /** To be called before the library's memory is used. */
    static void load() {
        // The work is done once, by the static initializer.
    }
}
