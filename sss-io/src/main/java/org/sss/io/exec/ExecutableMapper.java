package org.sss.io.exec;

import java.nio.file.Path;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;

/** A mapper that is a process, created by {@link Executables#mapper}. Not thread-safe; each task has its own copy. */
public final class ExecutableMapper<K, V, K2, V2> implements Mapper<K, V, K2, V2> {
    private static final long serialVersionUID = 1L;

    private final ProcessCommand command;
    /** Command of the combiner, or empty. */
    private final List<String> combiner;

    private final Codec<K> keys;
    private final Codec<V> values;
    private final Codec<K2> outKeys;
    private final Codec<V2> outValues;
    private transient Conversation<K, V, K2, V2> conversation;
    /** Null without a combiner. */
    private transient CombineBuffer<K2, V2> combined;

    ExecutableMapper(
            ProcessCommand command,
            List<String> combiner,
            Codec<K> keys,
            Codec<V> values,
            Codec<K2> outKeys,
            Codec<V2> outValues) {
        this.command = command;
        this.combiner = List.copyOf(combiner);
        this.keys = keys;
        this.values = values;
        this.outKeys = outKeys;
        this.outValues = outValues;
    }

    /** Sets the codecs of the input. */
    public <K3, V3> ExecutableMapper<K3, V3, K2, V2> from(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableMapper<>(command, combiner, newKeys, newValues, outKeys, outValues);
    }

    /** Sets the codecs of the output. */
    public <K3, V3> ExecutableMapper<K, V, K3, V3> to(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableMapper<>(command, combiner, keys, values, newKeys, newValues);
    }

    /** Selects the escaped format: lines in the form of {@link org.sss.api.TextForm}, for any key and any value. */
    public ExecutableMapper<K, V, K2, V2> escaped() {
        return with(command.with(TupleFormat.ESCAPED));
    }

    /** Selects the binary format: encoded bytes with their lengths, not lines. */
    public ExecutableMapper<K, V, K2, V2> binary() {
        return with(command.with(TupleFormat.BINARY));
    }

    /**
     * Sets the character between key and value in lines without escapes; a tab by default.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT for a character that is not ASCII, newline or carriage return
     */
    public ExecutableMapper<K, V, K2, V2> separator(char separator) {
        return with(command.withSeparator(separator));
    }

    /** Sends lines of values without keys and tabs to the process, for tools like {@code grep} and {@code tr}. */
    public ExecutableMapper<K, V, K2, V2> valuesOnly() {
        return with(command.withValuesOnly());
    }

    /**
     * Sets an executable that combines the output of a task before it is sent: it reads the tuples sorted by key, like
     * a reducer, and writes tuples of the same types that replace them. It is called for each 16 MiB of output and at
     * the end of the task, so it may receive only some of the values of a key. It uses the format and the files of the
     * mapper.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT for an empty command
     */
    public ExecutableMapper<K, V, K2, V2> combiner(String... combineCommand) {
        return new ExecutableMapper<>(
                command, ProcessCommand.of(List.of(combineCommand)).words(), keys, values, outKeys, outValues);
    }

    /**
     * Sends files to the nodes with the job, up to 64 MiB each. A relative path is retained; of other paths the last
     * name is used.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TOO_LARGE
     */
    public ExecutableMapper<K, V, K2, V2> ship(Path... files) {
        return with(command.with(files));
    }

    /**
     * Sends an archive to the nodes with the job, up to 64 MiB, and unpacks it in a directory below the one in which
     * the process runs: {@code .tar}, also compressed, or {@code .zip}. Modes of files and links within the directory
     * are retained.
     *
     * @param directory its name
     * @throws org.sss.api.SssException NOT_FOUND, TOO_LARGE, INVALID_ARGUMENT
     */
    public ExecutableMapper<K, V, K2, V2> shipArchive(Path archive, String directory) {
        return with(command.withArchive(archive, directory));
    }

    /**
     * Sets a variable in the environment of the process. It gets only few variables of the node.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT
     */
    public ExecutableMapper<K, V, K2, V2> environment(String variable, String value) {
        return with(command.with(variable, value));
    }

    private ExecutableMapper<K, V, K2, V2> with(ProcessCommand newCommand) {
        return new ExecutableMapper<>(newCommand, combiner, keys, values, outKeys, outValues);
    }

    @Override
    public void setup(TaskContext context) {
        conversation = new Conversation<>(
                command,
                new TupleWriter<>(command, keys, values),
                new TupleParser<>(command, outKeys, outValues),
                context);
        context.closeAtEnd(conversation);
        if (!combiner.isEmpty()) {
            combined =
                    new CombineBuffer<>(command.with(combiner), outKeys, outValues, context, CombineBuffer.MAX_BYTES);
            context.closeAtEnd(combined);
        }
    }

    private Emitter<K2, V2> combined(Emitter<K2, V2> out) {
        return combined == null ? out : combined.to(out);
    }

    @Override
    public void map(K key, V value, Emitter<K2, V2> out) throws Exception {
        conversation.send(key, value, combined(out));
    }

    @Override
    public void close(Emitter<K2, V2> out) throws Exception {
        conversation.finish(combined(out));
        if (combined != null) {
            combined.flush();
        }
    }
}
