package org.sss.benchmarks.synthetic;

/**
 * What is found when the output that a job has stored is read back: what the reduces report of themselves does not show
 * that some of it was lost. Read whole after the first repetition; after the others its size is compared, as the same
 * output takes the same bytes. One thread at a time.
 */
public final class StoredOutput {
    /** Reads all of the output. */
    public interface Reader {
        void read(StoredOutput into) throws Exception;
    }

    private final int length;
    private long pairs;
    private long bytes;
    private long check;
    private long storedBytes = -1;

    public StoredOutput(SyntheticConf conf) {
        length = conf.reduceoutValueLength();
    }

    /**
     * The answer of a repetition.
     *
     * @param counted     by map and reduce
     * @param storedBytes of this output, by the files of the system
     */
    public Answer complete(Answer counted, long storedBytes, Reader reader) throws Exception {
        if (this.storedBytes < 0) {
            reader.read(this);
            this.storedBytes = storedBytes;
        }
        return counted.withOutput(pairs, bytes + storedBytes - this.storedBytes, check);
    }

    /** Takes a pair of the output. */
    public void add(long key, byte[] array, int offset, int valueLength) {
        if (valueLength != length || !SyntheticValues.isWhole(array, offset, valueLength)) {
            throw new IllegalStateException("the stored value of key " + key + ", of " + valueLength
                    + " bytes, is not what the reduce made, of " + length);
        }
        pairs++;
        bytes += valueLength;
        check += checkOf(key, array, offset, valueLength);
    }

    /** Of a pair: its key and the first bytes of its value, of which the others follow. */
    static long checkOf(long key, byte[] array, int offset, int valueLength) {
        long hash = SyntheticValues.check(key);
        for (int i = 0; i < Math.min(SyntheticValues.HEADER_BYTES, valueLength); i++) {
            hash = SyntheticValues.check(hash ^ array[offset + i]);
        }
        return hash;
    }
}
