package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.exec.ExecutableMapper;
import org.sss.io.exec.Executables;

/** The programming guide, executables: the first tests are examples, quoted in docs/guide/stream.md. */
class TutorialStreamIT {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, String> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.STRING);

    @TempDir
    Path directory;

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void anyExecutableIsAMapperOrAReducer() throws IOException {
        lines("to be or", "not to be");
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("wordcount");
        workflow.map(LINES, words, Executables.mapper("awk", "{ for (i = 2; i <= NF; i++) print $i \"\\t\" 1 }")
                .from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG));
        workflow.reduce(words, counts, Executables.reducer("awk", "-F\t",
                "$1 != key { if (NR > 1) print key \"\\t\" n; key = $1; n = 0 } { n += $2 } END { print key \"\\t\" n }")
                .from(Codecs.STRING, Codecs.LONG).to(Codecs.STRING, Codecs.LONG));
        client.run(workflow);

        assertThat(read(counts)).isEqualTo(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L));
    }

    @Test
    void filesTravelWithTheJob() throws IOException {
        lines("one", "two");
        Path script = Files.writeString(directory.resolve("upper.sh"), "#!/bin/sh\nexec tr a-z A-Z\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));

        Workflow workflow = Workflow.named("upper");
        workflow.map(LINES, OUT, Executables.mapper("./upper.sh").ship(script).valuesOnly().from(Codecs.LONG, Codecs.STRING));
        client.run(workflow);

        assertThat(read(OUT)).isEqualTo(Map.of("ONE", "", "TWO", ""));
    }

    @Test
    void aCombinerAddsUpBeforeTuplesAreSent() throws IOException {
        lines("to be or", "not to be");
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);

        String sum = "$1 != key { if (NR > 1) print key \"\\t\" n; key = $1; n = 0 } { n += $2 } END { print key \"\\t\" n }";
        Workflow workflow = Workflow.named("wordcount");
        workflow.map(LINES, words, Executables.mapper("awk", "{ for (i = 2; i <= NF; i++) for (j = 0; j < 1000; j++) print $i \"\\t\" 1 }")
                .combiner("awk", "-F\t", sum).from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG));
        workflow.reduce(words, counts, Executables.reducer("awk", "-F\t", sum).from(Codecs.STRING, Codecs.LONG)
                .to(Codecs.STRING, Codecs.LONG));
        WorkflowReport status = client.run(workflow);

        assertThat(read(counts)).isEqualTo(Map.of("to", 2000L, "be", 2000L, "or", 1000L, "not", 1000L));
        assertThat(status.jobs().get(0).progress().tuplesOut()).isBetween(4L, 6L);
    }

    /** More than the buffer of a combiner takes, so that it is called several times. */
    @Test
    void aCombinerIsCalledForEachBufferOfOutput() throws IOException {
        lines("one");
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("many");
        workflow.map(LINES, counts, Executables.mapper("sh", "-c", "cat > /dev/null; yes \"$(printf 'word\\t1')\" | head -n 600000")
                .combiner("awk", "{ n++ } END { print \"word\\t\" n; print \"reporter:counter:combiner,calls,1\" > \"/dev/stderr\" }").valuesOnly()
                .from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG));
        WorkflowReport status = client.run(workflow);
        List<Long> sums = client.scan(counts).toList().stream().map(Map.Entry::getValue).toList();
        assertThat(sums).hasSizeGreaterThan(1);
        assertThat(sums.stream().mapToLong(Long::longValue).sum()).isEqualTo(600_000);
        assertThat(status.jobs().get(0).progress().counters()).isEqualTo(Map.of("combiner.calls", (long) sums.size()));
    }

    @Test
    void aCombinerThatFailsFailsTheJob() throws IOException {
        lines("one");
        Workflow workflow = Workflow.named("fails");
        workflow.map(LINES, OUT, Executables.mapper("cat").combiner("sh", "-c", "cat > /dev/null; exit 7").from(Codecs.LONG, Codecs.STRING));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("command 'sh -c cat > /dev/null; exit 7' ended with exit code 7 after it was given 1 tuples");
    }

    @Test
    void aProcessCounts() throws IOException {
        lines("good", "bad", "good", "bad", "bad");
        Workflow workflow = Workflow.named("counts");
        workflow.map(LINES, OUT, sh("while read line; do test $line = bad && echo reporter:counter:lines,bad,1 >&2; echo $line; done; true"));
        assertThat(client.run(workflow).jobs().get(0).progress().counters()).isEqualTo(Map.of("lines.bad", 3L));
    }

    @Test
    void whatAProcessReportsIsNotShownAmongItsLastWords() throws IOException {
        lines("one");
        Workflow workflow = Workflow.named("words");
        workflow.map(LINES, OUT, sh("echo reporter:status:busy >&2; echo reporter:counter:a,b >&2; echo no >&2; exit 3"));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageEndingWith("its standard error:\nreporter:counter:a,b\nno");
    }

    @Test
    void aProcessThatIsBusyForLongSaysSo() throws IOException {
        lines("one");
        Workflow quiet = Workflow.named("quiet").stallTimeout(Duration.ofSeconds(2));
        quiet.map(LINES, OUT, sh("sleep 6; cat"));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(quiet))).hasMessageContaining("not returned for 2 s");
        Workflow busy = Workflow.named("busy").stallTimeout(Duration.ofSeconds(2));
        busy.map(LINES, OUT, sh("for i in 1 2 3 4 5 6 7 8 9 10; do echo reporter:status:$i >&2; sleep 0.4; done; cat"));
        client.run(busy);
        assertThat(read(OUT)).containsOnlyKeys("one");
    }

    @Test
    void aProcessThatCountsUnderTooManyNamesFails() throws IOException {
        lines("one");
        Workflow workflow = Workflow.named("many");
        workflow.map(LINES, OUT, sh("awk 'BEGIN { for (i = 0; i < 1500; i++) print \"reporter:counter:g,\" i \",1\" }' >&2; cat"));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("counts under more than 1000 names");
    }

    private static ExecutableMapper<Long, String, String, String> sh(String script) {
        return Executables.mapper("sh", "-c", script).valuesOnly().from(Codecs.LONG, Codecs.STRING);
    }

    @Test
    void theProcessOfEachInputRunsInAnEmptyDirectory() throws IOException {
        lines("one", "two");
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);
        Workflow first = Workflow.named("copy");
        first.map(LINES, copy, (at, line, out) -> out.emit(at, line));
        client.run(first);
        Workflow workflow = Workflow.named("both");
        workflow.map(LINES, OUT, leaving()).from(copy, leaving());
        client.run(workflow);
        assertThat(read(OUT)).containsOnlyKeys("files: 0");
    }

    /** Prints how many files it finds, and leaves one. */
    private static ExecutableMapper<Long, String, String, String> leaving() {
        return Executables.mapper("sh", "-c", "cat > /dev/null; echo \"files: $(ls | grep -c .)\"; touch left").from(Codecs.LONG, Codecs.STRING);
    }

    @Test
    void inTheBinaryFormBytesAreAsTheyAre() throws IOException {
        lines("tab\there", "line\\nhere", "");
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("copy");
        workflow.map(LINES, copy, Executables.mapper("cat").binary().from(Codecs.LONG, Codecs.STRING)
                .to(Codecs.LONG, Codecs.STRING));
        workflow.reduce(copy, TupleGroup.of("again", Codecs.LONG, Codecs.STRING), Executables.reducer("cat")
                .from(Codecs.LONG, Codecs.STRING).to(Codecs.LONG, Codecs.STRING));
        client.run(workflow);
        assertThat(read(copy)).isEqualTo(read(LINES));
        assertThat(client.scan(TupleGroup.of("again", Codecs.LONG, Codecs.STRING)).toList()).isEqualTo(
                client.scan(LINES).toList());
    }

    @Test
    void aReducerGetsAllValuesOfAKeyOneAfterAnother() throws IOException {
        lines("b a c a", "c b a", "a");
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("order");
        workflow.map(LINES, words, (at, line, out) -> {
            for (String word : line.split(" ")) {
                out.emit(word, at);
            }
        });
        workflow.reduce(words, OUT, Executables.reducer("awk", "-F\t", "{ print ENVIRON[\"SSS_TASK\"] \" \" NR \"\\t\" $0 }")
                .from(Codecs.STRING, Codecs.LONG));
        client.run(workflow);
        Map<String, List<String>> seen = client.scan(OUT).toList().stream().collect(Collectors.groupingBy(
                e -> e.getKey().split(" ")[0], TreeMap::new, Collectors.mapping(e -> e.getValue(), Collectors.toList())));
        assertThat(seen.values().stream().flatMap(List::stream)).containsExactlyInAnyOrder("a\t0", "a\t0", "a\t8", "a\t14", "b\t0",
                "b\t8", "c\t0", "c\t8");
        assertThat(seen.values()).allSatisfy(task -> assertThat(task.stream().map(tuple -> tuple.split("\t")[0])).isSorted());
    }

    @Test
    void aProcessThatAnswersMuchBeforeItReadsStopsNobody() throws IOException {
        lines("x".repeat(100), "y");
        Workflow workflow = Workflow.named("much");
        workflow.map(LINES, OUT, Executables.mapper("sh", "-c", "yes word | head -n 200000; cat; yes end | head -n 200000")
                .from(Codecs.LONG, Codecs.STRING));
        WorkflowReport status = client.run(workflow);
        assertThat(status.jobs().get(0).progress().tuplesOut() % 400_000).isEqualTo(2);
    }

    @Test
    void inputLargerThanAllBuffersGoesThroughAProcess() {
        TupleGroup<Long, String> many = TupleGroup.of("many", Codecs.LONG, Codecs.STRING);
        try (GroupWriter<Long, String> writer = client.write(many)) {
            for (long i = 0; i < 40_000; i++) {
                writer.append(i, "value " + i);
            }
            writer.commit();
        }
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("copy");
        workflow.map(many, copy, Executables.mapper("cat").from(Codecs.LONG, Codecs.STRING).to(Codecs.LONG, Codecs.STRING));
        client.run(workflow);
        assertThat(client.scan(copy).toList()).isEqualTo(client.scan(many).toList());
    }

    @Test
    void theTupleThatAProcessFailsWithIsFound() throws IOException {
        String[] lines = new String[2000];
        java.util.Arrays.setAll(lines, i -> i == 700 ? "bad line" : "line " + i);
        lines(lines);
        SssException e = failure("awk", "/bad/ { print \"cannot take \" $2 > \"/dev/stderr\"; exit 3 } { print }");
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContainingAll("job 'map-1', task", "command 'awk ", "ended with exit code 3 after it was given ",
                "it fails with the tuple '", "\tbad line' alone", "its standard error: cannot take bad");
    }

    @Test
    void aProcessThatFailsAtTheEndOnlyIsReportedWithItsLastTuple() throws IOException {
        lines("a");
        assertThat(failure("sh", "-c", "cat; test -e seen && exit 0; touch seen; kill -9 $$")).hasMessageContainingAll(
                "was killed by signal 9 after it was given 1 tuples", "the last one was '0\ta'", "it wrote nothing to its standard error");
    }

    @Test
    void anExecutableThatIsNotThereIsReported() throws IOException {
        lines("a");
        SssException e = failure("no-such-executable", "x");
        assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(e).hasMessageContaining("there is no executable 'no-such-executable'").hasMessageContaining("ship it");
    }

    @Test
    void aScriptWithoutItsInterpreterIsReported() throws IOException {
        lines("a");
        Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\r\ncat\r\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        SssException e = failure(script.toString());
        assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(e).hasMessageContainingAll(script.toString(), "exists, but not the interpreter that its first line names", "carriage return");
    }

    @Test
    void aProcessMayEndBeforeItHasReadItsInput() throws IOException {
        lines("a", "b", "c");
        Workflow workflow = Workflow.named("head");
        workflow.map(LINES, OUT, Executables.mapper("true").from(Codecs.LONG, Codecs.STRING));
        client.run(workflow);
        assertThat(client.count("out")).isZero();
    }

    /** Ten seconds after the end of the process: what it has started may have to say something. */
    @Test
    void aProcessThatFailsAndLeavesAChildIsReportedWithItsExitCode() throws IOException {
        lines("a");
        assertThat(failure("sh", "-c", "echo no such luck >&2; sleep 20 2>/dev/null & exit 3")).hasMessageContainingAll(
                "ended with exit code 3", "its standard error: no such luck");
    }

    @Test
    void outputOfAnotherTypeIsReportedWithItsLine() throws IOException {
        lines("a");
        Workflow workflow = Workflow.named("types");
        workflow.map(LINES, TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG), Executables.mapper("cat")
                .from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("command 'cat' wrote tuple 1 '0\ta', whose value is not of type long");
    }

    @Test
    void aProcessThatFailsIsNoTupleThatCanBeSkipped() throws IOException {
        lines("1", "x", "2");
        Workflow workflow = Workflow.named("skips");
        workflow.map(LINES, TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG), Executables.mapper("cat").valuesOnly()
                .from(Codecs.LONG, Codecs.STRING).to(Codecs.STRING, Codecs.LONG)).onError(OnError.skip(10));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow))).hasMessageContaining("is not of type long");
    }

    @Test
    void cancellingKillsTheProcessAndWhatItStarted() throws Exception {
        lines("a");
        Path pids = directory.resolve("pids");
        Workflow workflow = Workflow.named("hang");
        workflow.map(LINES, OUT, Executables.mapper("sh", "-c", "sleep 1000 & echo $$ $! > " + pids + ".new; mv " + pids + ".new "
                + pids + "; wait").from(Codecs.LONG, Codecs.STRING));
        WorkflowHandle handle = client.submit(workflow);
        await().until(() -> Files.exists(pids));
        handle.cancel();
        assertThat(handle.follow(status -> { }).state()).isEqualTo(WorkflowReport.State.CANCELLED);
        for (String pid : Files.readString(pids).strip().split(" ")) {
            await().until(() -> ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty());
        }
    }

    @Test
    void whatAProcessLeavesIsKilledWhenTheJobIsCancelledOrFails() throws Exception {
        lines("a");
        Path pid = directory.resolve("pid");
        // Its parent ends at once, so that it belongs to nobody.
        String child = "(sleep 1000 > /dev/null 2>&1 < /dev/null & echo $! > " + pid + ".new); mv " + pid + ".new " + pid + "; ";
        Workflow workflow = Workflow.named("hang");
        workflow.map(LINES, OUT, Executables.mapper("sh", "-c", child + "sleep 1000").from(Codecs.LONG, Codecs.STRING));
        WorkflowHandle handle = client.submit(workflow);
        await().until(() -> Files.exists(pid));
        handle.cancel();
        awaitEnd(pid);

        assertThat(failure("sh", "-c", child + "exit 3")).hasMessageContaining("ended with exit code 3");
        awaitEnd(pid);
    }

    private static void awaitEnd(Path pid) throws IOException {
        long number = Long.parseLong(Files.readString(pid).strip());
        await().until(() -> ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }

    private SssException failure(String... command) {
        Workflow workflow = Workflow.named("fails");
        workflow.map(LINES, OUT, Executables.mapper(command).from(Codecs.LONG, Codecs.STRING));
        return catchThrowableOfType(SssException.class, () -> client.run(workflow));
    }

    private void lines(String... lines) throws IOException {
        Path file = Files.writeString(directory.resolve("lines.txt"), String.join("\n", lines) + "\n");
        client.importText("lines", List.of(file));
    }

    private <K, V> Map<K, V> read(TupleGroup<K, V> group) {
        Map<K, V> all = new TreeMap<>();
        client.scan(group).toList().forEach(tuple -> all.put(tuple.getKey(), tuple.getValue()));
        return all;
    }

    @Test
    void theSearchForATupleDoesNotMeetWhatTheProcessHasLeft() throws IOException {
        lines(IntStream.range(0, 100).mapToObj(i -> i == 50 ? "bad" : "good " + i).toArray(String[]::new));
        assertThat(failure("sh", "-c", "mkdir once && exec awk '/bad/ { exit 3 } { print }'"))
                .hasMessageContainingAll("ended with exit code 3", "\tbad' alone");
    }

    @Test
    void noTupleIsToBlameForACommandThatFailsWithoutAny() throws IOException {
        lines("a", "b");
        assertThat(failure("sh", "-c", "cat > /dev/null; exit 255")).hasMessageContainingAll("ended with exit code 255",
                "the last one was '", ", and it fails without any, too");
    }
}
