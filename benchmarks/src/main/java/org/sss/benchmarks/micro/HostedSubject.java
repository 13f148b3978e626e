package org.sss.benchmarks.micro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.benchmarks.host.HostLink;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.store.JavaProcess;
import org.sss.net.rpc.Json;

/**
 * A store whose client is in a process of its own, as that of its users is: in one with the clients of other systems, code that these
 * share would be compiled for all of them, and memory would be that of all. The clock runs there. One thread at a time.
 */
final class HostedSubject implements Subject {
    private final String name;
    private final HostLink link;
    private final StoreMessage.Opened opened;

    /** @param heap of the client, or null */
    HostedSubject(StorePlan plan, String heap) throws IOException {
        name = plan.name();
        link = new HostLink(name, plan.path(), options(heap), StoreMain.class);
        try {
            opened = ask(StoreMessage.Verb.OPEN, plan, null, null, StoreMessage.Opened.class);
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    /** The same for the clients of all stores, as the programs of all of them are those of this suite. */
    private static List<String> options(String heap) {
        List<String> options = new ArrayList<>(JavaProcess.NODE_OPTIONS);
        if (heap != null) {
            options.add("-Xmx" + heap);
        }
        return options;
    }

    private <T> T ask(StoreMessage.Verb verb, StorePlan store, RecordsPlan records, Mode mode, Class<T> answer) throws IOException {
        return link.ask(Json.write(new StoreMessage.Ask(verb, store, records, mode)), answer);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean warmsUp() {
        return opened.warmsUp();
    }

    @Override
    public boolean measures(Mode mode) {
        return opened.modes().contains(mode);
    }

    @Override
    public void prepare(RecordsPlan records) throws IOException {
        ask(StoreMessage.Verb.PREPARE, null, records, null, StoreMessage.Done.class);
    }

    @Override
    public Sample measure(Mode mode) throws IOException {
        Sample sample = ask(StoreMessage.Verb.MEASURE, null, null, mode, Sample.class);
        link.done();
        return sample;
    }

    @Override
    public void drop() throws IOException {
        ask(StoreMessage.Verb.DROP, null, null, null, StoreMessage.Done.class);
    }

    @Override
    public void close() {
        link.close();
    }
}
