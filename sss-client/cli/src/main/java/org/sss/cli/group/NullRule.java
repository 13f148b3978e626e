package org.sss.cli.group;

import java.nio.charset.StandardCharsets;
import org.apache.commons.cli.Options;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/**
 * What an import does at a field without a value: JSON null, a field that is not there, an empty field of CSV. Immutable.
 *
 * @param isSet whether {@code --null} was given; without it an empty field of CSV is a text of no characters where text is wanted
 * @param skip  whether the row is left out
 * @param value what takes the place of the field, or null
 */
record NullRule(boolean isSet, boolean skip, String value) {
    static final NullRule DEFAULT = new NullRule(false, false, null);
    private static final String NAME = "null";
    /** Thrown for a row that is left out. */
    static final SssException SKIPPED = SssException.withoutTrace(ErrorCode.INVALID_ARGUMENT, "a row without a value");

    static void describe(Options options) {
        Help.option(options, NAME, "HOW", "with --csv, --json-lines: what to do at a field that is null, missing or empty: fail, skip (leave"
                + " the row out), or a value to take in its place; without, empty fields of CSV are empty strings, and others fail");
    }

    static NullRule of(Call call) {
        String given = call.option(NAME, null);
        return given == null ? DEFAULT : switch (given) {
            case "fail" -> new NullRule(true, false, null);
            case "skip" -> new NullRule(true, true, null);
            default -> new NullRule(true, false, given);
        };
    }

    /** The value of a field that has none. @throws SssException {@link #SKIPPED}, or INVALID_ARGUMENT */
    Object value(String field, String type) {
        if (skip) {
            throw SKIPPED;
        }
        if (value == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "field '" + field + "' has no value; --null skip leaves such rows out, --null VALUE"
                    + " takes a value in its place");
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
