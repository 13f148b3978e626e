package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.SssException;

class OutputFormatTest {
    @ParameterizedTest
    @CsvSource({
        "counts.tsv, TEXT, ''",
        "counts.txt, TEXT, ''",
        "dir.d/counts, TEXT, ''",
        "COUNTS.CSV, CSV, ''",
        "a.b/c.jsonl, JSON_LINES, ''",
        "c.ndjson, JSON_LINES, ''",
        "c.csv.gz, CSV, 1f8b",
        "c.gz, TEXT, 1f8b",
        "c.jsonl.zst, JSON_LINES, 28b5",
        "/dev/fd/3, TEXT, ''"
    })
    void extensionSelectsTheFormat(String name, LineFormat lines, String magic) throws IOException {
        OutputFormat format = OutputFormat.ofName(name, null);
        assertThat(format.format()).isEqualTo(lines);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = format.compressing(bytes)) {
            out.write('x');
        }
        String first = magic.isEmpty() ? "" : java.util.HexFormat.of().formatHex(bytes.toByteArray(), 0, 2);
        assertThat(first).isEqualTo(magic);
        assertThat(magic.isEmpty() ? bytes.toString() : "x").isEqualTo("x");
    }

    @Test
    void unknownExtensionIsTextWithANote() {
        for (String name : new String[] {"got.1", "got.dat", "dir.csv/got.out", "got.2026-11-28.gz"}) {
            assertThat(OutputFormat.ofName(name, null).format()).isEqualTo(LineFormat.TEXT);
            assertThat(OutputFormat.ofName(name, null).note())
                    .contains("'" + name + "' gets lines 'key TAB value'", ".jsonl");
        }
        for (String name : new String[] {"got", "got.tsv", ".hidden", "dir.d/got", "got."}) {
            assertThat(OutputFormat.ofName(name, null).note()).isEmpty();
        }
        assertThat(OutputFormat.ofName("got.dat", LineFormat.CSV).note()).isEmpty();
    }

    @Test
    void rejectsExtensionOfAnotherFormat() {
        assertThatThrownBy(() -> OutputFormat.ofName("c.parquet", null))
                .hasMessage("no connector 'parquet' on this machine; unpack sss-parquet.tar.gz into ext/");
        assertThatThrownBy(() -> OutputFormat.ofName("c.orc", null))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(".orc")
                .hasMessageContaining(".jsonl");
        assertThatThrownBy(() -> OutputFormat.ofName("c.json", null)).isInstanceOf(SssException.class);
        assertThatThrownBy(() -> OutputFormat.ofName("c.bz2", null)).isInstanceOf(SssException.class);
        assertThat(OutputFormat.ofName("c.dat", LineFormat.CSV).format()).isEqualTo(LineFormat.CSV);
        assertThat(OutputFormat.ofName("c", LineFormat.CSV).format()).isEqualTo(LineFormat.CSV);
        assertThatThrownBy(() -> OutputFormat.ofName("c.jsonl", LineFormat.CSV)).hasMessageContaining("another format");
    }
}
