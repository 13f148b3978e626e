package org.sss.server.shuffle;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.server.shuffle.method.ShuffleMethod;
import org.sss.server.shuffle.pull.FullyConnected;
import org.sss.server.shuffle.relocation.Automatic;
import org.sss.server.shuffle.relocation.OnDisk;
import org.sss.server.shuffle.relocation.SkewAware;
import org.sss.server.shuffle.staged.Coupled;
import org.sss.server.shuffle.staged.Decoupled;
import org.sss.server.shuffle.staged.Pairwise;

/** The shuffle methods that nodes take part in: all but {@link Shuffle#DIRECT}, which needs no coordination. Stateless. */
public final class ShuffleMethods {
    private static final Map<Shuffle, ShuffleMethod> METHODS = Stream.of(new FullyConnected(), new Pairwise(), new Coupled(), new Decoupled(),
                    new SkewAware(), new OnDisk(), new Automatic())
            .collect(Collectors.toUnmodifiableMap(ShuffleMethod::method, Function.identity()));

    private ShuffleMethods() {
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for an unknown one */
    public static ShuffleMethod of(String name) {
        ShuffleMethod method = METHODS.get(Shuffle.of(name));
        if (method == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "nodes have no part in shuffle method '" + name + "'");
        }
        return method;
    }
}
