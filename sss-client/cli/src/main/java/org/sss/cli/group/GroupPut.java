package org.sss.cli.group;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.cli.Options;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** {@code sss group put}. */
public final class GroupPut implements Command {
    private static final String STDIN = "-";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "replace", false, "replace an existing group of that name");
    }

    @Override
    public int run(Call call) throws IOException {
        List<String> args = call.argsAndMore("GROUP", "KEY", "FILE");
        if (args.size() % 2 == 0) {
            throw new UsageException("expected GROUP, then pairs of KEY and FILE; the last KEY, '"
                    + args.get(args.size() - 1) + "', has no FILE");
        }
        List<String> files = IntStream.range(1, args.size())
                .filter(i -> i % 2 == 0)
                .mapToObj(args::get)
                .toList();
        if (files.stream().filter(STDIN::equals).count() > 1) {
            throw new UsageException("'-' (standard input) can be the FILE of only one KEY");
        }
        files.forEach(GroupPut::checkReadable);
        TupleText text = new TupleText(Codecs.STRING.name());
        List<byte[]> keys = IntStream.range(1, args.size())
                .filter(i -> i % 2 == 1)
                .mapToObj(i -> text.parse(args.get(i)))
                .toList();
        TupleGroup<Bytes, Bytes> group = TupleGroup.of(args.get(0), Codecs.encoded(Codecs.STRING), Codecs.BYTES);
        try (SssClient client = call.connect();
                GroupWriter<Bytes, Bytes> writer = client.write(call.has("replace") ? group.replacing() : group)) {
            for (int i = 0; i < files.size(); i++) {
                try (InputStream value = open(files.get(i))) {
                    writer.append(Bytes.of(keys.get(i)), value);
                }
            }
            report(call.console(), writer.commit());
        }
        return 0;
    }

    private static void checkReadable(String file) {
        if (!file.equals(STDIN) && (!Files.isReadable(Path.of(file)) || Files.isDirectory(Path.of(file)))) {
            throw new SssException(ErrorCode.NOT_FOUND, "file '" + file + "' does not exist or is not readable");
        }
    }

    private static InputStream open(String file) throws IOException {
        return file.equals(STDIN) ? System.in : Files.newInputStream(Path.of(file));
    }

    private static void report(Console console, Group group) {
        if (console.json()) {
            console.document(group.toJson());
        } else {
            console.report("group " + group.name() + ": " + Units.count(group.tuples(), "tuple"));
        }
    }
}
