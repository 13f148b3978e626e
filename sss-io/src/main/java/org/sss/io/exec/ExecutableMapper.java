package org.sss.io.exec;

import java.nio.file.Path;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;

/** A mapper that is a process, made by {@link Executables#mapper}. Built by one thread; each task has a copy of its own. */
public final class ExecutableMapper<K, V, K2, V2> implements Mapper<K, V, K2, V2> {
    private static final long serialVersionUID = 1L;

    private final ProcessCommand command;
    /** What combines the output, or nothing. */
    private final List<String> combiner;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final Codec<K2> outKeys;
    private final Codec<V2> outValues;
    private transient Conversation<K, V, K2, V2> conversation;
    /** Null without a combiner. */
    private transient CombineBuffer<K2, V2> combined;

    ExecutableMapper(ProcessCommand command, List<String> combiner, Codec<K> keys, Codec<V> values, Codec<K2> outKeys, Codec<V2> outValues) {
        this.command = command;
        this.combiner = List.copyOf(combiner);
        this.keys = keys;
        this.values = values;
        this.outKeys = outKeys;
        this.outValues = outValues;
    }

    /** The codecs of the input. */
    public <K3, V3> ExecutableMapper<K3, V3, K2, V2> from(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableMapper<>(command, combiner, newKeys, newValues, outKeys, outValues);
    }

    /** The codecs of the output. */
    public <K3, V3> ExecutableMapper<K, V, K3, V3> to(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableMapper<>(command, combiner, keys, values, newKeys, newValues);
    }

    /** Tuples are lines with escapes, in the form of {@link org.sss.api.TextForm}, which carry any key and any value. */
    public ExecutableMapper<K, V, K2, V2> escaped() {
        return with(command.with(TupleFormat.ESCAPED));
    }

    /** Tuples are encoded bytes with their lengths, not lines. */
    public ExecutableMapper<K, V, K2, V2> binary() {
        return with(command.with(TupleFormat.BINARY));
    }

    /**
     * The character between key and value in lines without escapes; a tab by default.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT for what is no ASCII character, newline and carriage return
     */
    public ExecutableMapper<K, V, K2, V2> separator(char separator) {
        return with(command.withSeparator(separator));
    }

    /** The process is given lines of values without keys and tabs, as tools like {@code grep} and {@code tr} want them. */
    public ExecutableMapper<K, V, K2, V2> valuesOnly() {
        return with(command.withValuesOnly());
    }

    /**
     * An executable that combines what a task emits before it is sent: it reads the tuples sorted by key, as a reducer does, and writes those
     * that take their place, with the same keys and types. It is called for each 16 MiB of output and at the end of the task, so it may see
     * only some of the values of a key. It has the format and the files of the mapper.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT for no command
     */
    public ExecutableMapper<K, V, K2, V2> combiner(String... combineCommand) {
        return new ExecutableMapper<>(command, ProcessCommand.of(List.of(combineCommand)).words(), keys, values, outKeys, outValues);
    }

    /**
     * Sends files along, up to 64 MiB each. A relative path stays what it is, of others the last name is used.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TOO_LARGE
     */
    public ExecutableMapper<K, V, K2, V2> ship(Path... files) {
        return with(command.with(files));
    }

    private ExecutableMapper<K, V, K2, V2> with(ProcessCommand newCommand) {
        return new ExecutableMapper<>(newCommand, combiner, keys, values, outKeys, outValues);
    }

    @Override
    public void setup(TaskContext context) {
        conversation = new Conversation<>(command, new TupleWriter<>(command, keys, values),
                new TupleParser<>(command, outKeys, outValues), context);
        context.closeAtEnd(conversation);
        if (!combiner.isEmpty()) {
            combined = new CombineBuffer<>(command.with(combiner), outKeys, outValues, context, CombineBuffer.MAX_BYTES);
            context.closeAtEnd(combined);
        }
    }

    private Emitter<K2, V2> combined(Emitter<K2, V2> out) {
        return combined == null ? out : combined.to(out);
    }

    @Override
    public void map(K key, V value, Emitter<K2, V2> out) throws Exception {
        conversation.tell(key, value, combined(out));
    }

    @Override
    public void close(Emitter<K2, V2> out) throws Exception {
        conversation.finish(combined(out));
        if (combined != null) {
            combined.flush();
        }
    }
}
