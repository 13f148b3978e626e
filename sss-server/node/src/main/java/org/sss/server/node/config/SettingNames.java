package org.sss.server.node.config;

import java.util.Collection;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Nearest;

/** Rejects unknown names of settings. */
final class SettingNames {
    private SettingNames() {}

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the first unknown name and a similar known one, if
     * there is one
     */
    static void check(String source, Collection<String> given) {
        for (String name : given) {
            if (Settings.ALL.stream().noneMatch(setting -> setting.name().equals(name))) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        source + ": there is no setting '" + name + "'"
                                + Nearest.hint(name, Settings.ALL.stream().map(Setting::name))
                                + "; all are in docs/configuration.md");
            }
        }
    }
}
