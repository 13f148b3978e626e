package org.sss.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The command line of {@link Run}. Options may come before and after the jar; {@code --} ends them.
 *
 * @param className  of the job, or null for the only one of the jar
 * @param libraries  jars that the job needs
 * @param args       for the job
 * @param parameters to set for the workflow
 */
record RunArguments(
        SparkOptions options,
        Path jar,
        String className,
        List<Path> libraries,
        List<String> args,
        Map<String, String> parameters) {
    static final String USAGE = "usage: spark-submit --class org.sss.spark.Run sss-spark-all.jar --store DIR JAR [ARGS]"
            + " [--class CLASS] [--jars JAR,...] [--subgroups N] [--buffer MIB] [-D NAME=VALUE]";

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} */
    static RunArguments parse(String[] args) {
        Parser parser = new Parser(args);
        parser.parse();
        return parser.arguments();
    }

    private static final class Parser {
        private final String[] args;
        private int at;
        private String store;
        private int subgroups = SparkOptions.DEFAULT_SUBGROUPS;
        private long bufferBytes = SparkOptions.DEFAULT_BUFFER_BYTES;
        private String className;
        private final List<Path> libraries = new ArrayList<>();
        private final List<String> words = new ArrayList<>();
        private final Map<String, String> parameters = new LinkedHashMap<>();

        Parser(String[] args) {
            this.args = args;
        }

        void parse() {
            while (at < args.length) {
                String word = args[at++];
                switch (word) {
                    case "--store" -> store = value(word);
                    case "--class" -> className = value(word);
                    case "--subgroups" -> subgroups = Math.toIntExact(number(word));
                    case "--buffer" -> bufferBytes = number(word) << 20;
                    case "--jars" -> List.of(value(word).split(",")).forEach(jar -> libraries.add(Path.of(jar)));
                    case "-D" -> parameter(value(word));
                    case "--" -> {
                        words.addAll(List.of(args).subList(at, args.length));
                        at = args.length;
                    }
                    default -> words.add(word);
                }
            }
        }

        private void parameter(String both) {
            int equals = both.indexOf('=');
            if (equals <= 0) {
                throw wrong("-D takes NAME=VALUE, not '" + both + "'");
            }
            parameters.put(both.substring(0, equals), both.substring(equals + 1));
        }

        private String value(String option) {
            if (at == args.length) {
                throw wrong(option + " needs a value");
            }
            return args[at++];
        }

        private long number(String option) {
            String text = value(option);
            if (!text.matches("[0-9]{1,9}")) {
                throw wrong(option + " takes a whole number, not '" + text + "'");
            }
            return Long.parseLong(text);
        }

        RunArguments arguments() {
            if (store == null) {
                throw wrong("--store is missing: the directory of the groups, such as hdfs:///sss");
            }
            if (words.isEmpty()) {
                throw wrong("the jar with the job is missing");
            }
            return new RunArguments(
                    new SparkOptions(store, subgroups, bufferBytes),
                    Path.of(words.get(0)),
                    className,
                    List.copyOf(libraries),
                    List.copyOf(words.subList(1, words.size())),
                    Map.copyOf(parameters));
        }

        private static SssException wrong(String what) {
            return new SssException(ErrorCode.INVALID_ARGUMENT, what);
        }
    }
}
