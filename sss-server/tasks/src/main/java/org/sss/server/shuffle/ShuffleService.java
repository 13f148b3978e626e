package org.sss.server.shuffle;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShufflePull;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.shuffle.meta.MetaReceiver;
import org.sss.server.shuffle.method.BlockServer;
import org.sss.server.shuffle.method.DirectShuffle;
import org.sss.server.shuffle.method.NodeShuffle;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.method.ShuffleOutputs;
import org.sss.server.shuffle.method.SizeReceiver;
import org.sss.server.shuffle.relocation.RelocatedInput;
import org.sss.server.timing.SharedTimer;

/** The shuffles that this node takes part in. Thread-safe. */
public final class ShuffleService implements ShuffleOutputs, AutoCloseable {
    /** One for each running job; far more than workflows run at once. */
    private static final int MAX_SHUFFLES = 4096;

    private static final long REPORT_MILLIS = 500;

    private final ShuffleContext context;
    private final SharedTimer ticks;
    private final Map<ShuffleKey, ShuffleExecution> shuffles = new ConcurrentHashMap<>();

    /** @param timer for work that does not block */
    public ShuffleService(ShuffleContext context, ScheduledExecutorService timer) {
        this.context = context;
        ticks = new SharedTimer(timer, REPORT_MILLIS);
    }

    public void register(RpcService service) {
        service.onStream(ServerVerbs.SHUFFLE_RUN, this::open);
        service.onStream(ServerVerbs.SHUFFLE_META, (header, stream) -> {
            ShuffleMeta meta = Json.read(header, ShuffleMeta.class, "the header of shuffle.meta");
            return new MetaReceiver(
                    stream,
                    service.memory(stream),
                    (content, free) -> sizes(meta.key()).receive(meta, content, free));
        });
    }

    /** The verb of the data port: blocks go where all data goes, by shared memory if the nodes have it. */
    public void registerData(RpcService service) {
        service.onStream(DataVerbs.PULL, this::pull);
    }

    private StreamHandler open(Message header, Stream stream) {
        ShuffleSpec spec = Json.read(header, ShuffleSpec.class, "the header of shuffle.run");
        if (shuffles.size() >= MAX_SHUFFLES) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "node " + context.node() + " takes part in " + shuffles.size() + " shuffles already");
        }
        NodeShuffle shuffle = ShuffleMethods.of(Shuffle.of(spec.method())).open(spec, context);
        ShuffleExecution execution = new ShuffleExecution(
                spec, shuffle, stream, context.executor(), ticks, () -> shuffles.remove(spec.key()));
        if (shuffles.putIfAbsent(spec.key(), execution) != null) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, spec.key() + " is running already");
        }
        execution.prepare();
        return execution;
    }

    private StreamHandler pull(Message header, Stream stream) {
        ShufflePull request = Json.read(header, ShufflePull.class, "the header of data.pull");
        if (execution(request.key()).shuffle() instanceof BlockServer server) {
            return server.serve(request.node(), stream);
        }
        throw new SssException(
                ErrorCode.PROTOCOL,
                "node " + request.node() + " asks for blocks, which are not pulled with this shuffle method");
    }

    private SizeReceiver sizes(ShuffleKey key) {
        if (execution(key).shuffle() instanceof SizeReceiver receiver) {
            return receiver;
        }
        throw new SssException(ErrorCode.PROTOCOL, key + " has no meta-blocks");
    }

    private ShuffleExecution execution(ShuffleKey key) {
        ShuffleExecution execution = shuffles.get(key);
        if (execution == null) {
            throw new SssException(ErrorCode.CLOSED, key + " has ended at node " + context.node());
        }
        return execution;
    }

    @Override
    public ShuffleOutput open(TaskSpec spec, int output, TupleGroup<?, ?> group) {
        return shuffle(spec).output(output, header(spec, output, group));
    }

    private NodeShuffle shuffle(TaskSpec spec) {
        return spec.outputs().shuffle() == null
                ? new DirectShuffle(spec.cluster(), context)
                : execution(spec.outputs().shuffle()).shuffle();
    }

    /** What the data servers must know of an output of an attempt. */
    public static DataVerbs.Put header(TaskSpec spec, int output, TupleGroup<?, ?> group) {
        return new DataVerbs.Put(
                        spec.key(spec.outputs().outputGroups().get(output)), spec.attemptId(), group.temporary(), true)
                .inMemory(group.memory())
                .memoryOnly((group.temporary() || group.memory())
                        && JobOptions.isMemoryOnly(spec.code().parameters()));
    }

    @Override
    public SubgroupSource input(TaskSpec spec, SubgroupSource own) {
        return RelocatedInput.of(spec, own, context);
    }

    /** Ends all shuffles. */
    @Override
    public void close() {
        List.copyOf(shuffles.values()).forEach(ShuffleExecution::close);
    }
}
