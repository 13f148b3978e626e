package org.sss.server.node.config;

import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Texts of settings by name. Immutable.
 *
 * @param source where they come from, for messages
 */
record SettingValues(String source, Map<String, String> texts) {
    <T> T get(Setting<T> setting) {
        return setting.parse(source, texts.get(setting.name()));
    }

    /** Returns the value of a setting whose 0 stands for a computed value. */
    int get(Setting<Integer> setting, int computed) {
        int configured = get(setting);
        return configured > 0 ? configured : computed;
    }

    long get(Setting<Long> setting, long computed) {
        long configured = get(setting);
        return configured > 0 ? configured : computed;
    }

    SssException invalid(String problem) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, source + ": " + problem);
    }
}
