package org.sss.server.node.config;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * One setting: a line of the table {@link Settings}. Immutable.
 *
 * @param defaultText used if the setting is missing; null if the setting is mandatory
 * @param doc         for the documentation, one sentence or two
 */
record Setting<T>(String name, SettingType<T> type, String defaultText, String doc) {
    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming {@code source}, the setting and its valid values
     */
    T parse(String source, String given) {
        String text = given == null ? defaultText : given.trim();
        if (text == null) {
            throw invalid(source + ": " + name + " is missing; expected " + type.expects());
        }
        try {
            return type.parser().apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw invalid(source + ": " + name + " = '" + text + "'; expected " + type.expects());
        }
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
