package org.sss.api;

/**
 * A tuple or key for which user code failed. It is the value of a group whose keys are those of the tuples, as they are encoded.
 *
 * @param job   name of the job
 * @param task  number of the task: the subgroup that it reads
 * @param value of the tuple, as it is encoded; empty for a key of a Reduce or co-group
 * @param error the message that the job would have failed with
 */
public record DeadLetter(String job, int task, byte[] value, String error) {
    /** A group for {@link JobOptions#deadLetters}. */
    public static TupleGroup<Bytes, DeadLetter> group(String name) {
        return TupleGroup.of(name, Codecs.BYTES, Codecs.record(DeadLetter.class));
    }
}
