package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done as the user asks ends with exit code 2 and one line, before anything is measured. */
class WrongUseTest extends BenchFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "micro --transport local --system sss,sss-tuples | --transport local is for sss alone",
                "text --words 50000 | --words is for --text zipf",
                "text --split 16MiB | --split is for --from files",
                "text --system abacus | there is no system 'abacus'",
                "text --word-bytes 8-200 | --word-bytes takes",
                "text --text zipf --word-bytes 4-200 | --word-bytes takes",
                "text --text zipf --word-bytes 20-10 | --word-bytes takes",
                "text --text uniform,zipf | --text takes one of uniform,zipf, not 'uniform,zipf'",
                "synthetic --preset read --system abacus | there is no system 'abacus'",
                "synthetic --preset fly | not 'fly'",
                "synthetic --preset read --partition fly | partitionMethod",
                "synthetic --preset read --total 1000 | take a multiple for --total",
                "macro --partition fly | partitionMethod",
                "macro --workload fly | not 'fly'",
                "macro --total 1000 | take a multiple for --total",
                "apps --cores 1,100000 | --cores takes numbers of processors from 1 to",
                "apps --cores all | or doubling, not 'all'",
                "iterate --edges 160000000 | at most 2 GiB of edges are read",
                "shuffle --skew-bytes 1MiB --limit 1MiB | --limit 1.0 MiB is never exceeded: the fullest node gets",
                "shuffle --transport tcp | --transport local is without --processes",
                "shuffle --processes --transport ucx --set net.ucx.tls=none | --transport ucx cannot run here",
                "shuffle --spill-dir /tmp | --spill-dir is a setting of nodes; it needs --processes",
                "shuffle --processes --spill-dir a=/nowhere | --spill-dir /nowhere does not exist: make it",
                "shuffle --processes --spill-dir a=/tmp --spill-dir a=/var/tmp | has two directories named a",
                "shuffle --processes --method dsa --spill-dir a=/tmp --spill-dir b=/tmp | twice compares on-disk",
                "synthetic --preset read --dir hdd=/nowhere | --dir /nowhere does not exist",
                "text --dir hdd=/tmp | this command takes one --dir",
                "all --quick --only delete --system sss,sparc | not 'sparc'",
            })
    void isReportedInOneLine(String words, String message) {
        assertFailsWithOneLine(2, words, message);
        assertThat(work).isEmptyDirectory();
        assertThat(outDirectory()).doesNotExist();
    }
}
