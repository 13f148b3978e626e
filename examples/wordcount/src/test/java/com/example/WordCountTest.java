package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** Runs the job on a cluster of two nodes inside this process. */
class WordCountTest {
    @TempDir
    Path directory;

    @Test
    void countsTheWordsOfEachLine() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "to be or\nnot to be\n");
        TupleGroup<String, Long> counts = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
        try (SssClient sss = LocalCluster.start(2)) {
            sss.importText("lines", List.of(text));
            sss.run(new WordCount().define(new String[] {"lines", "counts"}));
            assertEquals(4, sss.count("counts"));
            assertEquals(List.of(2L), sss.get(counts, "be"));
        }
    }
}
