package org.sss.benchmarks.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.engine.HostLink;
import org.sss.benchmarks.engine.Measurement;

/**
 * A store whose client is in a process of its own, as that of its users is: in one with the clients of other systems,
 * code that these share would be compiled for all of them, and memory would be that of all. The clock runs there. One
 * thread at a time.
 */
final class HostedSubject implements Subject {
    private final String name;
    private final HostLink<Meter> link;
    private final boolean warmsUp;
    private final List<Mode> modes;

    HostedSubject(StorePlan plan) throws IOException {
        name = plan.name();
        link = new HostLink<>(name, plan.path(), plan.launch(), Meter.class);
        try {
            warmsUp = link.ask(meter -> meter.open(plan));
            modes = link.ask(meter -> new ArrayList<>(
                    Arrays.stream(Mode.values()).filter(meter::measures).toList()));
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean warmsUp() {
        return warmsUp;
    }

    @Override
    public boolean measures(Mode mode) {
        return modes.contains(mode);
    }

    @Override
    public void prepare(RecordsPlan records) throws IOException {
        link.ask(meter -> {
            meter.prepare(records);
            return null;
        });
    }

    @Override
    public Measurement measure(Mode mode) throws IOException {
        return link.ask(meter -> meter.measure(mode));
    }

    @Override
    public void drop() throws IOException {
        link.ask(meter -> {
            meter.drop();
            return null;
        });
    }

    @Override
    public void close() {
        link.close();
    }
}
