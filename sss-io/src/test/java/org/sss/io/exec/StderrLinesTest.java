package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sss.net.control.Counters;

class StderrLinesTest {
    private final Reports reports = new Reports();
    private final StderrTail tail = new StderrTail();

    @Test
    void addsCountersAndRetainsOtherLines() throws IOException {
        read("start\nreporter:counter:Parse,bad rows,2\n\nreporter:counter:Parse,bad rows,-5\r\nreporter:counter: a "
                + ", b , 1 \nend");
        assertThat(counts()).isEqualTo(Map.of("Parse.bad rows", -3L, "a.b", 1L));
        assertThat(tail.text()).isEqualTo("start\n\nend");
    }

    @Test
    void statusIsOnlyASignOfLife() throws IOException {
        read("reporter:status:half way\nreporter:status:\n");
        assertThat(reports.total()).isEqualTo(2);
        assertThat(counts()).isEmpty();
        assertThat(tail.text()).isEmpty();
    }

    @Test
    void failureIsRetainedAndTheFirstOneCounts() throws IOException {
        read("reporter:failure:{\"exception\":\"a\"}\nreporter:failure:{\"key\":\"k\",\"exception\":\"b\"}\n");
        assertThat(reports.failure()).isEqualTo(new ReportedFailure(null, "a", null));
        assertThat(tail.text()).isEmpty();
    }

    @Test
    void malformedFailureIsOrdinaryText() throws IOException {
        for (String json : new String[] {"", "{}", "[]", "{\"exception\":", "{\"key\":\"k\"}"}) {
            read("reporter:failure:" + json + "\n");
        }
        assertThat(reports.failure()).isNull();
        assertThat(reports.total()).isZero();
        assertThat(tail.text().lines()).hasSize(5);
    }

    @Test
    void lastLineNeedsNoNewline() throws IOException {
        read("reporter:counter:a,b,1");
        assertThat(counts()).isEqualTo(Map.of("a.b", 1L));
    }

    @Test
    void malformedReportIsOrdinaryText() throws IOException {
        String text = String.join(
                "\n",
                "reporter:counter:a,1",
                "reporter:counter:a,b,c,1",
                "reporter:counter:a,b,many",
                "reporter:counter:,b,1",
                "reporter:counter:a,,1",
                "reporter:counter:a,b,99999999999999999999",
                "reporter:other:a",
                " reporter:status:x",
                "reporter:",
                "reporters",
                "repo");
        read(text);
        assertThat(tail.text()).isEqualTo(text.strip());
        assertThat(reports.total()).isZero();
    }

    @Test
    void chunkBoundariesMakeNoDifference() throws IOException {
        String text =
                "one\nreporter:counter:a,b,1\nrepo\n\nreporter:status:x\nreporter:status\nreporter:counter:a,b,2\nlast";
        for (int cut = 1; cut < text.length(); cut++) {
            Reports some = new Reports();
            StderrTail rest = new StderrTail();
            new StderrLines(some, rest).readAll(inPieces(text, cut));
            assertThat(rest.text()).as("pieces of %d bytes", cut).isEqualTo("one\nrepo\n\nreporter:status\nlast");
            assertThat(some.total()).isEqualTo(3);
        }
    }

    @Test
    void veryLongLineIsNoReport() throws IOException {
        read("reporter:status:" + "x".repeat(20_000) + "\nreporter:status:y\nend");
        assertThat(reports.total()).isEqualTo(1);
        assertThat(tail.text()).isEqualTo("... end");
    }

    /** The task fails with the first name that is too many. */
    @Test
    void retainsOneNameMoreThanTheLimit() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3 * Counters.MAX; i++) {
            text.append("reporter:counter:g,n").append(i).append(",1\nreporter:counter:g,n0,1\n");
        }
        read(text.toString());
        assertThat(counts()).hasSize(Counters.MAX + 1).containsEntry("g.n0", 3L * Counters.MAX + 1);
        assertThat(counts()).isEmpty();
    }

    private void read(String text) throws IOException {
        new StderrLines(reports, tail).readAll(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private static InputStream inPieces(String text, int bytes) {
        return new ByteArrayInputStream(text.getBytes(UTF_8)) {
            @Override
            public int read(byte[] to) {
                return read(to, 0, Math.min(bytes, to.length));
            }
        };
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        reports.countAll(counts::put);
        return counts;
    }
}
