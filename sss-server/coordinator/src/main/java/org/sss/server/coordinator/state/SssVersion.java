package org.sss.server.coordinator.state;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Version;

/** The version of this SSS, and of the files that it can open. Stateless. */
public final class SssVersion {
    private SssVersion() {}

    /** As in the manifest of the jar; {@code unreleased} if there is none. */
    public static String text() {
        return Version.own();
    }

    /**
     * Checks that a file is not of a newer version of SSS.
     *
     * @param what      names the file
     * @param version   of the file
     * @param known     the newest version that this SSS knows
     * @param writtenBy version of SSS that wrote the file, or null
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with both versions
     */
    public static void check(String what, int version, int known, String writtenBy) {
        if (version > known) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " has version " + version + " and was written by SSS "
                            + (writtenBy == null ? "of a newer version" : writtenBy) + "; this is SSS " + text()
                            + ", which knows versions up to " + known
                            + ". Start the version that wrote it. To go back to this one, restore the data directories "
                            + "of all nodes from a backup made before"
                            + " the upgrade. Nothing in this directory was changed");
        }
    }
}
