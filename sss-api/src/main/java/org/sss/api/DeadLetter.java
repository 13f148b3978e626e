package org.sss.api;

import java.util.HexFormat;

/**
 * A tuple or key for which user code failed, or a record of a file that could not be parsed. Dead letters are the
 * values of a group whose keys are the encoded keys of the tuples. A tuple from a source, such as a file, has no
 * encoding: its dead letter has the texts of key and value ({@link String#valueOf(Object)}, as UTF-8). For a record
 * that could not be parsed it has the bytes of the record.
 *
 * @param job   name of the job
 * @param task  number of the task: the subgroup that it reads; tasks of splits are numbered after all subgroups
 * @param value encoded value of the tuple, or the text or record described above; empty for a key of a Reduce or
 *     co-group
 * @param error the message with which the job would have failed
 */
public record DeadLetter(String job, int task, byte[] value, String error) {
    private static final int MAX_SHOWN_BYTES = 80;

    /** Returns a group for {@link JobOptions#deadLetters}. */
    public static TupleGroup<Bytes, DeadLetter> group(String name) {
        return TupleGroup.of(name, Codecs.BYTES, Codecs.record(DeadLetter.class));
    }

    /** Shows the value as text if it is text, else in hexadecimal; a long value is truncated. */
    @Override
    public String toString() {
        int shown = Math.min(value.length, MAX_SHOWN_BYTES);
        String text = new Bytes().set(value, 0, shown).toString();
        boolean isText = text.chars().noneMatch(c -> c == '\uFFFD' || Character.isISOControl(c));
        return "DeadLetter[job=" + job + ", task=" + task + ", value="
                + (isText ? text : "0x" + HexFormat.of().formatHex(value, 0, shown))
                + (shown < value.length ? "... of " + value.length + " bytes" : "") + ", error=" + error + "]";
    }
}
