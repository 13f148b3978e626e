package org.sss.cli.terminal;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.sss.api.Grouping;
import org.sss.api.Shuffle;
import org.sss.api.SssException;

/** {@code -D NAME=VALUE}: parameters of a workflow. Stateless. */
public final class ParameterOption {
    private static final String NAME = "D";
    private static final String PREFIX = "-" + NAME;

    private ParameterOption() {}

    public static void describe(Options options) {
        options.addOption(Option.builder(NAME)
                .hasArg()
                .argName("NAME=VALUE")
                .desc("a parameter of the workflow, such as shuffle.method=pairwise;"
                        + " functions read it with TaskContext.parameter; may be repeated. Overrides what the program "
                        + "sets for the workflow, but not"
                        + " what it sets for a single job")
                .get());
    }

    /**
     * @throws UsageException for a value without a name or '=', for two values of one name, and for an unknown shuffle
     * method or grouping
     */
    public static Map<String, String> of(Call call) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String text : call.all(NAME)) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new UsageException(PREFIX + " takes NAME=VALUE, not '" + text + "'");
            }
            String name = text.substring(0, equals);
            if (parameters.put(name, text.substring(equals + 1)) != null) {
                throw new UsageException(PREFIX + " sets parameter '" + name + "' twice");
            }
        }
        check(parameters.get(Shuffle.PARAMETER), Shuffle::of);
        check(parameters.get(Grouping.PARAMETER), Grouping::of);
        return parameters;
    }

    private static void check(String value, Consumer<String> parse) {
        try {
            if (value != null) {
                parse.accept(value);
            }
        } catch (SssException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /**
     * Splits {@code -DNAME=VALUE} into two words, as the parser would take everything before the '=' for the option's
     * name.
     */
    public static String[] apart(Options options, String[] args) {
        if (!options.hasShortOption(NAME)) {
            return args;
        }
        int end = Arrays.asList(args).indexOf("--");
        return IntStream.range(0, args.length)
                .boxed()
                .flatMap(i -> (end < 0 || i < end) && args[i].startsWith(PREFIX) && args[i].length() > PREFIX.length()
                        ? Stream.of(PREFIX, args[i].substring(PREFIX.length()))
                        : Stream.of(args[i]))
                .toArray(String[]::new);
    }
}
