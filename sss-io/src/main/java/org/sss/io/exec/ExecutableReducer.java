package org.sss.io.exec;

import java.nio.file.Path;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;

/** A reducer that is a process, made by {@link Executables#reducer}. Built by one thread; each task has a copy of its own. */
public final class ExecutableReducer<K, V, K2, V2> implements Reducer<K, V, K2, V2> {
    private static final long serialVersionUID = 1L;

    private final ProcessCommand command;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final Codec<K2> outKeys;
    private final Codec<V2> outValues;
    private transient Conversation<K, V, K2, V2> conversation;

    ExecutableReducer(ProcessCommand command, Codec<K> keys, Codec<V> values, Codec<K2> outKeys, Codec<V2> outValues) {
        this.command = command;
        this.keys = keys;
        this.values = values;
        this.outKeys = outKeys;
        this.outValues = outValues;
    }

    /** The codecs of the input. */
    public <K3, V3> ExecutableReducer<K3, V3, K2, V2> from(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableReducer<>(command, newKeys, newValues, outKeys, outValues);
    }

    /** The codecs of the output. */
    public <K3, V3> ExecutableReducer<K, V, K3, V3> to(Codec<K3> newKeys, Codec<V3> newValues) {
        return new ExecutableReducer<>(command, keys, values, newKeys, newValues);
    }

    /** Tuples are lines with escapes, in the form of {@link org.sss.api.TextForm}, which carry any key and any value. */
    public ExecutableReducer<K, V, K2, V2> escaped() {
        return with(command.with(TupleFormat.ESCAPED));
    }

    /** Tuples are encoded bytes with their lengths, not lines. */
    public ExecutableReducer<K, V, K2, V2> binary() {
        return with(command.with(TupleFormat.BINARY));
    }

    /**
     * The character between key and value in lines without escapes; a tab by default.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT for what is no ASCII character, newline and carriage return
     */
    public ExecutableReducer<K, V, K2, V2> separator(char separator) {
        return with(command.withSeparator(separator));
    }

    /** The process is given lines of values without keys and tabs, as tools like {@code grep} and {@code tr} want them. */
    public ExecutableReducer<K, V, K2, V2> valuesOnly() {
        return with(command.withValuesOnly());
    }

    /**
     * Sends files along, up to 64 MiB each. A relative path stays what it is, of others the last name is used.
     *
     * @throws org.sss.api.SssException NOT_FOUND, TOO_LARGE
     */
    public ExecutableReducer<K, V, K2, V2> ship(Path... files) {
        return with(command.with(files));
    }

    private ExecutableReducer<K, V, K2, V2> with(ProcessCommand newCommand) {
        return new ExecutableReducer<>(newCommand, keys, values, outKeys, outValues);
    }

    @Override
    public void setup(TaskContext context) {
        conversation = new Conversation<>(command, new TupleWriter<>(command, keys, values),
                new TupleParser<>(command, outKeys, outValues), context);
        context.closeAtEnd(conversation);
    }

    @Override
    public void reduce(K key, Iterable<V> values, Emitter<K2, V2> out) throws Exception {
        for (V value : values) {
            conversation.tell(key, value, out);
        }
    }

    @Override
    public void close(Emitter<K2, V2> out) throws Exception {
        conversation.finish(out);
    }
}
