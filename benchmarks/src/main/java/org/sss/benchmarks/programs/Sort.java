package org.sss.benchmarks.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.RecordCheck;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/**
 * Sorts records of 100 bytes by their first ten, which are not the keys of the input: a first Map takes a sample, a
 * second one sends each record to the subgroup of its range of keys, where the store has them in order. One thread at a
 * time.
 */
class Sort implements SssProgram {
    private static final int RECORD = RecordInputs.RECORD_BYTES;
    private static final int KEY = RecordInputs.KEY_BYTES;
    private static final int SAMPLES_PER_TASK = 1000;
    private static final String RECORDS = "records";
    private static final TupleGroup<Bytes, Bytes> SAMPLE =
            TupleGroup.of("sample", Codecs.BYTES, Codecs.BYTES).replacing();
    private static final TupleGroup<Bytes, Bytes> KEYED = TupleGroup.of("keyed", Codecs.BYTES, Codecs.BYTES);
    private static final TupleGroup<Bytes, Bytes> SORTED = TupleGroup.of("sorted", Codecs.BYTES, Codecs.BYTES);

    private int every;

    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        FixedRecords.load(client, workload.input(), RECORD, RECORDS);
        long records = client.group(RECORDS).tuples();
        every = (int) Math.max(1, records / client.cluster().subgroupCount() / SAMPLES_PER_TASK);
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Workflow sample = Workflow.named("sample");
        sample.map(FixedRecords.group(RECORDS), SAMPLE, new TakeSome(every));
        WorkflowReport sampled = client.run(sample);
        Workflow sort = Workflow.named("sort");
        sort.map(FixedRecords.group(RECORDS), SORTED.replacing(), new ByKey()).partitionBy(ranges(client));
        return Phases.of(sampled, client.run(sort));
    }

    /** As many ranges as there are subgroups, with about as many records each. */
    private static Ranges ranges(SssClient client) {
        List<byte[]> sorted = new ArrayList<>();
        try (RawTuples sample = client.raw(SAMPLE.name(), null, null, null)) {
            while (sample.next()) {
                int from = sample.keyOffset();
                sorted.add(Arrays.copyOfRange(sample.keyArray(), from, from + sample.keyLength()));
            }
        }
        int subgroups = client.cluster().subgroupCount();
        byte[][] bounds = new byte[sorted.isEmpty() ? 0 : subgroups - 1][];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = sorted.get((int) ((long) sorted.size() * (i + 1) / subgroups));
        }
        return new Ranges(bounds);
    }

    @Override
    public final String digest(SssClient client) {
        RecordCheck check = new RecordCheck(KEY);
        byte[] record = new byte[RECORD];
        int subgroups = client.cluster().subgroupCount();
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            try (RawTuples tuples = client.raw(SORTED.name(), subgroup, subgroups)) {
                while (tuples.next()) {
                    System.arraycopy(tuples.keyArray(), tuples.keyOffset(), record, 0, KEY);
                    System.arraycopy(tuples.valueArray(), tuples.valueOffset(), record, KEY, RECORD - KEY);
                    check.add(record, 0, RECORD);
                }
            }
        }
        return check.digest();
    }

    /**
     * The same of tuples whose keys are those of the records: the store has them in order within each subgroup already.
     */
    static final class Keyed extends Sort {
        @Override
        public boolean load(SssClient client, Workload workload) throws Exception {
            FixedRecords.loadKeyed(client, workload.input(), RECORD, KEY, KEYED);
            return true;
        }

        @Override
        public Map<String, Double> run(SssClient client, Workload workload) {
            Workflow workflow = Workflow.named("sort");
            workflow.sort(KEYED, SORTED.replacing());
            return Phases.of(client.run(workflow));
        }
    }

    private static final class TakeSome implements Mapper<Long, Bytes, Bytes, Bytes> {
        private static final long serialVersionUID = 1L;
        private final int every;
        private int left;

        TakeSome(int every) {
            this.every = every;
        }

        @Override
        public void setup(TaskContext context) {
            // Not the same place in each task.
            left = context.task() % every;
        }

        @Override
        public void map(Long number, Bytes record, Emitter<Bytes, Bytes> out) {
            if (left-- == 0) {
                left = every - 1;
                out.emit(new Bytes().set(record.array(), record.offset(), KEY), new Bytes());
            }
        }
    }

    private static final class ByKey implements Mapper<Long, Bytes, Bytes, Bytes> {
        private static final long serialVersionUID = 1L;
        private transient Bytes key;
        private transient Bytes rest;

        @Override
        public void setup(TaskContext context) {
            key = new Bytes();
            rest = new Bytes();
        }

        @Override
        public void map(Long number, Bytes record, Emitter<Bytes, Bytes> out) {
            out.emit(
                    key.set(record.array(), record.offset(), KEY),
                    rest.set(record.array(), record.offset() + KEY, record.length() - KEY));
        }
    }

    /** @param bounds ascending; a key belongs to the range whose number is that of the bounds that are not above it */
    private record Ranges(byte[][] bounds) implements Partitioner<Bytes, Bytes> {
        @Override
        public int subgroup(Bytes key, Bytes rest, int subgroupCount) {
            int low = 0;
            int high = bounds.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                byte[] bound = bounds[middle];
                if (Arrays.compareUnsigned(
                                bound, 0, bound.length, key.array(), key.offset(), key.offset() + key.length())
                        <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
