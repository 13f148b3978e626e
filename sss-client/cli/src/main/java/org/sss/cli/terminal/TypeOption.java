package org.sss.cli.terminal;

import org.sss.api.Codecs;

/** Options whose value is the name of a type of keys or values. Stateless. */
public final class TypeOption {
    private TypeOption() {}

    /**
     * Returns the value of the option, or {@code otherwise}.
     *
     * @throws UsageException for an unknown type
     */
    public static String of(Call call, String option, String otherwise) {
        String type = call.option(option, otherwise);
        if (!Codecs.isBuiltIn(type)) {
            throw new UsageException("--" + option
                    + " takes string, bytes, int, long, double or record(field:type,...), not '" + type + "'");
        }
        return type;
    }
}
