package org.sss.cli.workflow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.group.GroupImport;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.CompressOption;
import org.sss.cli.terminal.TypeOption;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.io.InputFiles;
import org.sss.io.LineFormat;
import org.sss.io.RecordFormat;
import org.sss.io.RecordFormats;
import org.sss.io.Sources;
import org.sss.io.StandardInput;
import org.sss.io.exec.ExecutableMapper;
import org.sss.io.exec.ExecutableReducer;
import org.sss.io.exec.Executables;
import org.sss.io.exec.SearchPath;
import org.sss.io.store.FileStores;

/** The workflow of {@code sss stream}. One thread, one use. */
final class StreamWorkflow {
    private static final String FILES = "files:";
    private static final List<String> FORMATS = List.of("text", "escaped", "binary");

    private final Call call;
    private final SssClient client;
    private final String mapCommand;
    private final String reduceCommand;
    private final String format;
    private final char separator;
    private final List<Path> shipped;

    StreamWorkflow(Call call, SssClient client) {
        this.call = call;
        this.client = client;
        mapCommand = call.option("map", null);
        reduceCommand = call.option("reduce", null);
        format = call.option("format", FORMATS.get(0));
        separator = separator(call);
        shipped = shipped(call);
    }

    /** Files that are sent as they are. */
    private static List<Path> shipped(Call call) {
        return call.all("ship").stream()
                .filter(file -> !isArchive(file))
                .map(Path::of)
                .toList();
    }

    /** Returns whether a file is to be unpacked: {@code FILE#DIR}, unless there is a file of that name. */
    private static boolean isArchive(String file) {
        return file.lastIndexOf('#') > 0 && !Files.exists(Path.of(file));
    }

    private <M> M sent(M executable, Archives<M> archives, Variables<M> variables) {
        M with = executable;
        for (String file : call.all("ship")) {
            if (isArchive(file)) {
                int end = file.lastIndexOf('#');
                with = archives.add(with, Path.of(file.substring(0, end)), file.substring(end + 1));
            }
        }
        for (String variable : call.all("env")) {
            int end = variable.indexOf('=');
            with = variables.add(with, variable.substring(0, end), variable.substring(end + 1));
        }
        return with;
    }

    private interface Archives<M> {
        M add(M executable, Path archive, String directory);
    }

    private interface Variables<M> {
        M add(M executable, String name, String value);
    }

    private static void checkVariables(Call call) {
        for (String variable : call.all("env")) {
            if (!variable.matches("(?s)[A-Za-z_][A-Za-z0-9_]*=.*")) {
                throw new UsageException("--env takes NAME=VALUE, not '" + variable + "'");
            }
        }
    }

    private static List<CommandFiles> commands(Call call) {
        List<Path> shipped = shipped(call);
        return Stream.of("map", "combine", "reduce")
                .filter(call::has)
                .map(option -> new CommandFiles(CommandWords.of(call.required(option)), shipped))
                .toList();
    }

    /** Checks the command line before connecting. */
    static void check(Call call) {
        if (!call.words().isEmpty()) {
            throw new UsageException("expected no arguments, got " + String.join(" ", call.words())
                    + "; quote a command with its arguments: --map 'COMMAND ARGUMENTS'");
        }
        if (!call.has("map") && !call.has("reduce")) {
            throw new UsageException("missing option --map or --reduce");
        }
        String format = call.option("format", FORMATS.get(0));
        if (!FORMATS.contains(format)) {
            throw new UsageException("--format takes text, escaped or binary, not '" + format + "'");
        }
        if (call.has("separator") && !format.equals(FORMATS.get(0))) {
            throw new UsageException("--separator requires --format text");
        }
        separator(call);
        checkVariables(call);
        checkNoStandardInput(call);
        boolean files = call.all("input").stream().anyMatch(StreamWorkflow::isFile);
        if (!call.has("map") && (files || call.all("input").size() != 1)) {
            throw new UsageException("--reduce without --map takes exactly one --input, a group");
        }
        if (call.has("values-only") && !call.has("map")) {
            throw new UsageException("--values-only requires --map: a reducer always reads keys and values");
        }
        for (String option : List.of("map-keys", "map-values")) {
            if (call.has(option) && !(call.has("map") && call.has("reduce"))) {
                throw new UsageException("--" + option + " requires --map and --reduce: it is the type between them");
            }
        }
        if (call.has("combine") && !(call.has("map") && call.has("reduce"))) {
            throw new UsageException("--combine requires --map and --reduce: it runs between them");
        }
        commands(call).forEach(CommandFiles::check);
        for (String option : List.of("keys", "values", "map-keys", "map-values")) {
            TypeOption.of(call, option, "string");
        }
        if (!call.has("input")) {
            throw new UsageException("missing required option --input");
        }
        TupleGroup.checkName(call.required("output"));
    }

    private static void checkNoStandardInput(Call call) {
        for (String input : call.all("input")) {
            String name = input.startsWith(FILES) ? input.substring(FILES.length()) : input;
            if (name.equals(StandardInput.NAME) || input.startsWith(FILES) && StandardInput.is(Path.of(name))) {
                throw new UsageException("--input " + input
                        + ": the nodes cannot read standard input; import it first: ... | sss group import GROUP -");
            }
        }
    }

    /** Returns whether it is no group: no name of a group has a scheme. */
    private static boolean isFile(String input) {
        return input.startsWith(FILES) || !FileStores.isLocal(input);
    }

    private static boolean isOfThisMachine(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static char separator(Call call) {
        String given = call.option("separator", "\t");
        char separator = given.equals("\\t") ? '\t' : given.length() == 1 ? given.charAt(0) : 0;
        if (separator == 0 || separator > 0x7E || separator == '\n' || separator == '\r') {
            throw new UsageException(
                    "--separator takes one ASCII character other than newline and carriage return, not '" + given
                            + "'");
        }
        return separator;
    }

    Workflow build() {
        if (client.cluster().nodes().stream().allMatch(node -> isOfThisMachine(node.host()))) {
            commands(call).forEach(command -> command.checkInstalled(SearchPath.ofThisProcess()));
        }
        String name = call.required("output");
        TupleGroup<Bytes, Bytes> output = group(name, type("keys"), type("values"));
        output = output.compressed(CompressOption.of(call));
        output = call.has("replace") ? output.replacing() : output;
        Workflow workflow = Workflow.named("stream");
        TupleGroup<Bytes, Bytes> reduced = output;
        if (mapCommand != null && reduceCommand != null) {
            reduced = group(name + ".map", type("map-keys"), type("map-values")).asTemporary();
            map(workflow, reduced);
        } else if (mapCommand != null) {
            map(workflow, output);
        } else {
            reduced = input(call.required("input"));
        }
        if (reduceCommand != null) {
            workflow.reduce(reduced, output, reducer(reduced, output)).named("reduce");
        }
        return workflow;
    }

    private String type(String option) {
        return TypeOption.of(call, option, Codecs.STRING.name());
    }

    private static TupleGroup<Bytes, Bytes> group(String name, String keys, String values) {
        return TupleGroup.of(name, Codecs.encoded(keys), Codecs.encoded(values));
    }

    private TupleGroup<Bytes, Bytes> input(String name) {
        Group info = client.group(name);
        return group(name, info.keyType(), info.valueType());
    }

    private void map(Workflow workflow, TupleGroup<Bytes, Bytes> output) {
        MapJob<Bytes, Bytes> job = null;
        for (String input : call.all("input")) {
            if (isFile(input)) {
                String path = input.startsWith(FILES) ? input.substring(FILES.length()) : input;
                job = format(path).isPresent()
                        ? records(workflow, job, path, output)
                        : lines(workflow, job, path, output);
            } else {
                TupleGroup<Bytes, Bytes> group = input(input);
                var mapper = mapper(group.keys(), group.values(), output);
                job = job == null ? workflow.map(group, output, mapper) : job.from(group, mapper);
            }
        }
        job.named("map");
    }

    private MapJob<Bytes, Bytes> lines(
            Workflow workflow, MapJob<Bytes, Bytes> job, String path, TupleGroup<Bytes, Bytes> output) {
        var lines = Sources.text(path);
        var source = (call.has(GroupImport.AS_TEXT) ? lines.asText() : lines).as(Codecs.LONG, Codecs.BYTES);
        var mapper = mapper(Codecs.LONG, Codecs.encoded(Codecs.STRING), output);
        return job == null ? workflow.map(source, output, mapper) : job.from(source, mapper);
    }

    /** Returns the format that is not lines, if the extension selects one. */
    private Optional<RecordFormat> format(String path) {
        if (call.has(GroupImport.AS_TEXT)) {
            return Optional.empty();
        }
        RecordFormats.checkInstalled(path);
        return RecordFormats.ofName(path).filter(format -> !(format instanceof LineFormat));
    }

    private MapJob<Bytes, Bytes> records(
            Workflow workflow, MapJob<Bytes, Bytes> job, String path, TupleGroup<Bytes, Bytes> output) {
        RecordFormat.Types types = format(path).orElseThrow().types(InputFiles.of(path));
        Codec<Bytes> keys = Codecs.encoded(types.keys());
        Codec<Bytes> values = Codecs.encoded(types.values());
        var source = Sources.records(keys, values, path);
        var mapper = mapper(keys, values, output);
        return job == null ? workflow.map(source, output, mapper) : job.from(source, mapper);
    }

    private <K> ExecutableMapper<K, Bytes, Bytes, Bytes> mapper(
            Codec<K> keys, Codec<Bytes> values, TupleGroup<Bytes, Bytes> output) {
        List<String> words = CommandWords.of(mapCommand);
        var mapper = Executables.mapper(words.toArray(String[]::new))
                .ship(new CommandFiles(words, shipped).toShip())
                .from(keys, values)
                .to(output.keys(), output.values())
                .separator(separator);
        mapper = sent(
                mapper,
                (each, archive, to) -> each.shipArchive(archive, to),
                (each, variable, value) -> each.environment(variable, value));
        mapper = call.has("values-only") ? mapper.valuesOnly() : mapper;
        if (call.has("combine")) {
            List<String> combiner = CommandWords.of(call.required("combine"));
            mapper = mapper.combiner(combiner.toArray(String[]::new))
                    .ship(new CommandFiles(combiner, List.of()).toShip());
        }
        return switch (format) {
            case "escaped" -> mapper.escaped();
            case "binary" -> mapper.binary();
            default -> mapper;
        };
    }

    private ExecutableReducer<Bytes, Bytes, Bytes, Bytes> reducer(
            TupleGroup<Bytes, Bytes> input, TupleGroup<Bytes, Bytes> output) {
        List<String> words = CommandWords.of(reduceCommand);
        var reducer = Executables.reducer(words.toArray(String[]::new))
                .ship(new CommandFiles(words, shipped).toShip())
                .from(input.keys(), input.values())
                .to(output.keys(), output.values())
                .separator(separator);
        reducer = sent(
                reducer,
                (each, archive, to) -> each.shipArchive(archive, to),
                (each, variable, value) -> each.environment(variable, value));
        return switch (format) {
            case "escaped" -> reducer.escaped();
            case "binary" -> reducer.binary();
            default -> reducer;
        };
    }
}
