package org.sss.cli.group;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.TypeOption;
import org.sss.client.Group;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.InputFiles;
import org.sss.io.LineFormat;
import org.sss.io.RecordFormat;
import org.sss.io.RecordFormats;

/** {@code sss group import} of files of a connector's format, such as Parquet. One thread, one use. */
final class FormatImport {
    private static final int WRITERS = 4;

    private final TupleGroup<Object, Object> group;
    private final TupleSource<Object, Object> source;

    /**
     * Checks the types before connecting.
     *
     * @throws org.sss.api.SssException if a file cannot be read, or not as the types of the options
     */
    @SuppressWarnings("unchecked") // Codecs of names have objects that nobody casts.
    FormatImport(Call call, String name, RecordFormat format, List<String> paths) {
        InputFiles files = InputFiles.of(paths.toArray(String[]::new));
        RecordFormat.Types own = call.has("keys") && call.has("values") ? null : format.types(files);
        Codec<Object> keys =
                (Codec<Object>) Codecs.byName(TypeOption.of(call, "keys", own == null ? null : own.keys()));
        Codec<Object> values =
                (Codec<Object>) Codecs.byName(TypeOption.of(call, "values", own == null ? null : own.values()));
        group = GroupImport.withOptions(call, TupleGroup.of(name, keys, values));
        source = format.source(files, keys, values);
    }

    /**
     * Returns the format that the extension of a file selects, unless an option selects one of lines.
     *
     * @throws org.sss.api.SssException NOT_FOUND if its connector is not installed
     */
    static Optional<RecordFormat> of(Call call, String file) {
        if (Stream.of("tsv", "csv", "json-lines", "bytes", GroupImport.AS_TEXT).anyMatch(call::has)) {
            return Optional.empty();
        }
        RecordFormats.checkInstalled(file);
        return RecordFormats.ofName(file).filter(format -> !(format instanceof LineFormat));
    }

    Group run(SssClient client, Transferred done) {
        try (GroupWriters<Object, Object> writers = client.writers(group, WRITERS)) {
            writers.appendAll(source, done);
            return writers.commit();
        }
    }
}
