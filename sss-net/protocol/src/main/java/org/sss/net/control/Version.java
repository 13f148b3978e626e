package org.sss.net.control;

/** The version of this SSS. Stateless. */
public final class Version {
    private static final String UNRELEASED = "unreleased";

    private Version() {}

    /** As in the manifest of the jar; {@code unreleased} if there is none. */
    public static String own() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? UNRELEASED : version;
    }

    /** Returns whether two versions are known to differ. */
    public static boolean differ(String one, String other) {
        return one != null
                && other != null
                && !one.equals(UNRELEASED)
                && !other.equals(UNRELEASED)
                && !one.equals(other);
    }
}
