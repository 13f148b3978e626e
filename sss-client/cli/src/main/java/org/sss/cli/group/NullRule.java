package org.sss.cli.group;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.commons.cli.Options;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/**
 * What an import does with a field without a value: JSON null, a missing field, or an empty CSV field. Immutable.
 *
 * @param isSet whether {@code --null} was given; without it, an empty CSV field of type string or bytes is an empty
 *     value
 * @param skip  whether the row is skipped
 * @param value the value to use instead, or null
 */
record NullRule(boolean isSet, boolean skip, String value) {
    static final NullRule DEFAULT = new NullRule(false, false, null);
    private static final String NAME = "null";
    /** Thrown for a row to be skipped. */
    static final SssException SKIPPED = SssException.withoutTrace(ErrorCode.INVALID_ARGUMENT, "a row without a value");

    static void describe(Options options) {
        Help.option(
                options,
                NAME,
                "HOW",
                "with --csv, --json-lines: how to handle a field that is null, missing or empty: fail, skip (the row),"
                        + " or a value to use instead; default: empty CSV fields are empty strings, others fail");
    }

    static NullRule of(Call call) {
        String given = call.option(NAME, null);
        return given == null
                ? DEFAULT
                : switch (given) {
                    case "fail" -> new NullRule(true, false, null);
                    case "skip" -> new NullRule(true, true, null);
                    default -> new NullRule(true, false, given);
                };
    }

    /**
     * Returns the value to use for a field without one.
     *
     * @param why why it has none, for an error message
     * @throws SssException {@link #SKIPPED}, or INVALID_ARGUMENT
     */
    Object value(String field, String type, Supplier<String> why) {
        if (skip) {
            throw SKIPPED;
        }
        if (value == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "field '" + field + "' has no value (it " + why.get()
                            + "); skip such rows with --null skip, or use --null VALUE" + " to set a value");
        }
        return switch (type) {
            case "string" -> value;
            case "bytes" -> Bytes.of(value.getBytes(StandardCharsets.UTF_8));
            case "boolean" -> RowFields.toBoolean(field, value);
            default -> parsed(type);
        };
    }

    private Object parsed(String type) {
        try {
            return RecordView.fieldOf(type, value);
        } catch (SssException e) {
            throw new SssException(e.code(), "--null: " + e.getMessage(), e);
        }
    }
}
