package org.sss.io;

import com.example.FastaSource;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.sss.api.Codecs;

/** The contract of sources, for those of this module and one like those of users. */
class FileSourcesIT {
    record Row(String name, int count) {}

    @Nested
    class Text extends FileSourceContract<String, TextSource<Long, String>> {
        @Override
        TextSource<Long, String> source(InputFiles files) {
            return new TextSource<>(files, Codecs.LONG, Codecs.STRING);
        }

        @Override
        List<String> records() {
            return List.of("one\n", "\n", "and three\n");
        }

        @Override
        List<String> values() {
            return List.of("one", "", "and three");
        }

        @Override
        String badRecord() {
            return null;
        }
    }

    @Nested
    class Csv extends FileSourceContract<Row, CsvSource<Row>> {
        @Override
        CsvSource<Row> source(InputFiles files) {
            return new CsvSource<>(files, CsvFormat.DEFAULT, new CsvSource.Views()).as(Row.class);
        }

        @Override
        String header() {
            return "name,count\n";
        }

        @Override
        List<String> records() {
            return List.of("a,1\n", "\"b\nc\",2\n", "\"\"\"\",3\n");
        }

        @Override
        List<Row> values() {
            return List.of(new Row("a", 1), new Row("b\nc", 2), new Row("\"", 3));
        }

        @Override
        String badRecord() {
            return "a,b\n";
        }
    }

    @Nested
    class CsvOfOneLineEach extends Csv {
        @Override
        CsvSource<Row> source(InputFiles files) {
            return super.source(files).oneLineEach();
        }

        @Override
        List<String> records() {
            return List.of("a,1\n", "\"b,c\",2\n", "\"\"\"\",3\n");
        }

        @Override
        List<Row> values() {
            return List.of(new Row("a", 1), new Row("b,c", 2), new Row("\"", 3));
        }
    }

    @Nested
    class JsonLines extends FileSourceContract<Row, JsonLinesSource<Row>> {
        @Override
        JsonLinesSource<Row> source(InputFiles files) {
            return new JsonLinesSource<>(files, new JsonValues.Documents<>(new JsonValues.Unchanged())).as(Row.class);
        }

        @Override
        List<String> records() {
            return List.of(
                    "{\"name\":\"a\",\"count\":1}\n", "{\"count\":2}\n", "{\"name\":\"\\n\",\"count\":3,\"x\":[]}\n");
        }

        @Override
        List<Row> values() {
            return List.of(new Row("a", 1), new Row(null, 2), new Row("\n", 3));
        }

        @Override
        String badRecord() {
            return "{\"name\":\n";
        }
    }

    @Nested
    class OfUsers extends FileSourceContract<FastaSource.Sequence, FastaSource> {
        @Override
        FastaSource source(InputFiles files) {
            return new FastaSource(files);
        }

        @Override
        List<String> records() {
            return List.of(">one\nACGT\n", ">two\nAC\nGT\n", ">three\n\nA\n");
        }

        @Override
        List<FastaSource.Sequence> values() {
            return List.of(
                    new FastaSource.Sequence("one", "ACGT"),
                    new FastaSource.Sequence("two", "ACGT"),
                    new FastaSource.Sequence("three", "A"));
        }

        @Override
        String badRecord() {
            return "ACGT\n";
        }
    }
}
