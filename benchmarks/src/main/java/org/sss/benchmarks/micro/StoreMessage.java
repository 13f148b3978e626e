package org.sss.benchmarks.micro;

import java.util.List;
import org.sss.benchmarks.measure.Mode;
import org.sss.net.rpc.Nullable;

/** What {@link HostedSubject} asks and {@link StoreMain} answers; a measurement is answered by its sample. */
final class StoreMessage {
    enum Verb { OPEN, PREPARE, MEASURE, DROP }

    /** What the verb has no use for is null. */
    record Ask(Verb verb, @Nullable StorePlan store, @Nullable RecordsPlan records, @Nullable Mode mode) {
    }

    record Opened(boolean warmsUp, List<Mode> modes) {
    }

    record Done() {
    }

    private StoreMessage() {
    }
}
