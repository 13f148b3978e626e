package org.sss.api;

import java.util.HexFormat;

/**
 * A tuple or key for which user code failed, or a record of a file that no tuple could be made of. It is the value of a group whose
 * keys are those of the tuples, as they are encoded. What came from a source, such as a file, has no encoding: of it a dead letter has
 * the texts of key and value ({@link String#valueOf(Object)}, as UTF-8), and of a record that could not be read the bytes of the record.
 *
 * @param job   name of the job
 * @param task  number of the task: the subgroup that it reads; tasks of splits have the numbers that follow
 * @param value of the tuple, as it is encoded, or what is said above; empty for a key of a Reduce or co-group
 * @param error the message that the job would have failed with
 */
public record DeadLetter(String job, int task, byte[] value, String error) {
    private static final int MAX_SHOWN_BYTES = 80;

    /** A group for {@link JobOptions#deadLetters}. */
    public static TupleGroup<Bytes, DeadLetter> group(String name) {
        return TupleGroup.of(name, Codecs.BYTES, Codecs.record(DeadLetter.class));
    }

    /** With the value as text where it is some, else in hex; of a long one the begin. */
    @Override
    public String toString() {
        int shown = Math.min(value.length, MAX_SHOWN_BYTES);
        String text = new Bytes().set(value, 0, shown).toString();
        boolean isText = text.chars().noneMatch(c -> c == '\uFFFD' || Character.isISOControl(c));
        return "DeadLetter[job=" + job + ", task=" + task + ", value=" + (isText ? text : "0x" + HexFormat.of().formatHex(value, 0, shown))
                + (shown < value.length ? "... of " + value.length + " bytes" : "") + ", error=" + error + "]";
    }
}
