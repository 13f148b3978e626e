package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.sss.benchmarks.engine.Program;
import org.sss.benchmarks.engine.Programs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.synthetic.Answer;
import org.sss.net.control.ThreadTimes.JvmCosts;
import org.sss.server.timing.JvmMeter;

/** The plain programs by name. Stateless. */
public final class PlainPrograms implements Programs {
    /** Reads the input file and writes the answer to another. */
    interface PlainProgram {
        void run(Workload workload, Path output) throws Exception;
    }

    /** What stands for the answer, when that is not the digest of its lines. */
    interface Answer {
        String of(Path output) throws Exception;
    }

    /**
     * @param maxBytes        of input that the program can take
     * @param heapPerInputByte what it needs of the heap; 0 where that does not grow with the input, or hardly
     */
    private record Entry(PlainProgram program, Answer answer, long maxBytes, double heapPerInputByte) {
        Entry(PlainProgram program, Answer answer) {
            this(program, answer, Long.MAX_VALUE, 0);
        }

        boolean fits(long inputBytes, Heap heap) {
            return inputBytes <= maxBytes && inputBytes * heapPerInputByte <= heap.bytes();
        }
    }

    private static final double MILLIS_PER_SECOND = 1e3;
    /** Of the threads of the current run, which have ended at its end. */
    private static final LongAdder ALLOCATED_BYTES = new LongAdder();

    static final int THREADS = Runtime.getRuntime().availableProcessors();
    /** Of an array: sort, kmeans and pagerank have the whole input in one. */
    private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

    private static final Map<String, Entry> ALL = Map.ofEntries(
            lines("wordcount", new PlainText(PlainText.Kind.WORDS)),
            lines("bigram", new PlainText(PlainText.Kind.PAIRS)),
            lines("groupby", new PlainText(PlainText.Kind.LENGTHS)),
            Map.entry(
                    "kmeans",
                    new Entry(new PlainKMeans(), LineDigest::ofFile, MAX_BYTES, PlainKMeans.HEAP_PER_INPUT_BYTE)),
            Map.entry(
                    "pagerank",
                    new Entry(new PlainPageRank(), LineDigest::ofFile, MAX_BYTES, PlainPageRank.HEAP_PER_INPUT_BYTE)),
            lines("histogram", PlainCounts::histogram),
            lines("regression", PlainCounts::regression),
            lines("match", PlainCounts::match),
            Map.entry("pca", new Entry(PlainMatrix::pca, PlainMatrix::digestOfTriangle)),
            Map.entry("multiply", new Entry(PlainMatrix::multiply, PlainMatrix::digestOfSquare)),
            Map.entry("sort", new Entry(new PlainSort(), PlainSort::digest, MAX_BYTES, PlainSort.HEAP_PER_INPUT_BYTE)));

    private static Map.Entry<String, Entry> lines(String name, PlainProgram program) {
        return Map.entry(name, new Entry(program, LineDigest::ofFile));
    }

    static boolean has(Workload workload) {
        Entry entry = ALL.get(workload.name());
        return entry != null && entry.fits(inputBytes(workload), workload.heap());
    }

    private static long inputBytes(Workload workload) {
        return workload.input() == null
                ? Long.parseLong(workload.parameter(Workload.INPUT_BYTES, "0"))
                : workload.input().toFile().length();
    }

    /** Runs the task on as many threads as there are processors; each is given its number. */
    static <T> List<T> onAll(Parallel.Task<T> task) throws Exception {
        return Parallel.run(THREADS, thread -> {
                    JvmMeter meter = new JvmMeter();
                    T result = task.run(thread);
                    ALLOCATED_BYTES.add(meter.costs().allocatedBytes());
                    return result;
                })
                .results();
    }

    /** What a run cost the JVM, by name, as that of the jobs of SSS. */
    private static Map<String, Double> costs(JvmCosts ofThisThread) {
        double allocated = ofThisThread.allocatedBytes() + ALLOCATED_BYTES.sum();
        Map<String, Double> costs = new LinkedHashMap<>();
        if (allocated > 0) { // else the JVM does not count them
            costs.put(JobCosts.ALLOCATED_BYTES, allocated);
        }
        costs.put(JobCosts.GC_SECONDS, ofThisThread.gcMillis() / MILLIS_PER_SECOND);
        return costs;
    }

    /** The first of {@code count} things that are the part of a thread. */
    static int start(int thread, int count) {
        return (int) ((long) count * thread / THREADS);
    }

    @Override
    public Program open(Workload workload) {
        Entry entry = ALL.get(workload.name());
        Path output = workload.directory().resolve("answer");
        return new Program() {
            @Override
            public boolean load() {
                return false;
            }

            @Override
            public Map<String, Double> run() throws Exception {
                ALLOCATED_BYTES.reset();
                JvmMeter meter = new JvmMeter();
                entry.program.run(workload, output);
                return costs(meter.costs());
            }

            @Override
            public String digest() throws Exception {
                return entry.answer.of(output);
            }

            @Override
            public void close() throws IOException {
                Files.deleteIfExists(output);
            }
        };
    }
}
