package org.sss.cli.group;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.cli.group.RowTuples.Column;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.TypeOption;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.CsvRow;
import org.sss.io.CsvSource;
import org.sss.io.JsonLinesSource;
import org.sss.io.JsonView;
import org.sss.io.Sources;
import org.sss.net.control.Nearest;

/** {@code sss group import --csv} and {@code --json-lines}. One thread, one use. */
final class RowImport {
    private static final int WRITERS = 4;

    private final Call call;
    private final RowTuples tuples;
    private final RowFields<?> fields;
    private final BadRows bad;
    private final Column key;
    private final Column value;

    /**
     * Checks options and files before connecting.
     *
     * @throws UsageException if the options do not fit together
     * @throws org.sss.api.SssException if a file cannot be read
     */
    RowImport(Call call, List<String> files, BadRows bad) {
        this.call = call;
        this.bad = bad;
        NullRule nulls = NullRule.of(call);
        String[] paths = files.toArray(String[]::new);
        key = column("key", "keys", "long", "string");
        if (call.has("csv")) {
            CsvSource<CsvRow> rows = csv(paths);
            List<String> columns = rows.columnNames();
            boolean all = !call.has("value") && !call.has("values");
            value = all ? new Column(null, recordOf(columns)) : column("value", "values", "string", "string");
            check();
            checkColumns(columns);
            CsvRowFields csv = new CsvRowFields(nulls, all);
            fields = csv;
            tuples = new RowTuples(rows.as(RowTuples.function(csv, key, value, bad)), bad);
        } else {
            value = column("value", "values", "string", "string");
            check();
            JsonLinesSource<JsonView> lines = Sources.jsonLines(paths);
            JsonRowFields json = new JsonRowFields(nulls);
            fields = json;
            tuples = new RowTuples(
                    (call.has(GroupImport.AS_TEXT) ? lines.asText() : lines)
                            .as(RowTuples.function(json, key, value, bad)),
                    bad);
        }
    }

    /** Also for files without rows, in which no row would report it. */
    private void checkColumns(List<String> columns) {
        List<String> selected = new ArrayList<>();
        if (key.name() != null) {
            selected.add(key.name());
        }
        selected.addAll(
                value.name() != null
                        ? List.of(value.name())
                        : RecordView.fieldsOf(value.type()).keySet());
        for (String name : selected) {
            if (!columns.isEmpty() && !columns.contains(name)) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "there is no column '" + name + "'" + Nearest.hint(name, columns.stream()) + ", but "
                                + String.join(", ", columns) + "; nothing was imported");
            }
        }
    }

    static void describe(Options options) {
        options.addOption(null, "csv", false, "files are comma-separated values with a header line");
        options.addOption(null, "json-lines", false, "files have a JSON document on each line");
        Help.option(
                options,
                "key",
                "COLUMN",
                "with --csv, --json-lines: the field to use as key, user.id for one in a nested object; default: the "
                        + "position in the files");
        Help.option(
                options,
                "value",
                "COLUMN",
                "the field to use as value; default: a record of all fields (CSV), or the whole document (JSON)");
        Help.option(
                options, "columns", "A,B,...", "with --csv: the names of the columns, for files without a header line");
        Help.option(options, "separator", "C", "with --csv: the character between fields, or 'tab'; default: comma");
        NullRule.describe(options);
    }

    private CsvSource<CsvRow> csv(String... paths) {
        CsvSource<CsvRow> rows =
                call.has(GroupImport.AS_TEXT) ? Sources.csv(paths).asText() : Sources.csv(paths);
        rows = call.has("columns") ? rows.columns(call.required("columns").split(",")) : rows;
        String separator = call.option("separator", ",");
        if (!separator.equals("tab") && separator.length() != 1) {
            throw new UsageException("--separator takes one character or tab, not '" + separator + "'");
        }
        return rows.separator(separator.equals("tab") ? '\t' : separator.charAt(0));
    }

    /**
     * @param alone   default type if no column is selected
     * @param inField default type of a selected column
     */
    private Column column(String option, String typeOption, String alone, String inField) {
        boolean field = call.has(option);
        return new Column(call.option(option, null), TypeOption.of(call, typeOption, field ? inField : alone));
    }

    private void check() {
        if (key.name() == null && !key.type().equals("long")) {
            throw new UsageException(
                    "--keys requires --key COLUMN: without it, the key is the position of the record, a long");
        }
        boolean isRecord = value.type().startsWith("record(");
        if (value.name() == null
                && !isRecord
                && !(call.has("json-lines") && value.type().equals("string"))) {
            throw new UsageException(
                    "--values " + value.type() + " requires --value COLUMN: without it, the value is a record(...)");
        }
    }

    /** Returns the type of a record of all columns, as strings. */
    private static String recordOf(List<String> columns) {
        for (String column : columns) {
            if (!column.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new UsageException(
                        "column '" + column + "' is not a valid name for a field of a record; select other columns with"
                                + " --values 'record(NAME:TYPE,...)', one with --value COLUMN, or rename all with "
                                + "--columns A,B,...");
            }
        }
        return columns.stream().map(name -> name + ":string").collect(Collectors.joining(",", "record(", ")"));
    }

    Group run(SssClient client, String name, Transferred done) {
        TupleGroup<Object, Object> group =
                GroupImport.withOptions(call, TupleGroup.of(name, codec(key.type()), codec(value.type())));
        try (GroupWriters<Object, Object> writers = client.writers(group, WRITERS)) {
            writers.appendAll(tuples, done);
            fields.checkSelection();
            bad.checkAny(done.tuples());
            return writers.commit();
        }
    }

    @SuppressWarnings("unchecked")
    private static Codec<Object> codec(String type) {
        return type.equals(Codecs.STRING.name()) ? new RawTextCodec() : (Codec<Object>) Codecs.byName(type);
    }
}
