package org.sss.benchmarks.micro;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sss.benchmarks.host.HostLoop;
import org.sss.benchmarks.measure.Mode;
import org.sss.net.rpc.Json;

/** The process of the client of a store, which has its records and measures its passes. One thread. */
final class StoreMain implements HostLoop.Host {
    private Meter meter;

    private StoreMain() {
    }

    public static void main(String[] args) throws Exception {
        HostLoop.run(new StoreMain());
    }

    @Override
    public Object answer(String line) throws Exception {
        StoreMessage.Ask ask = Json.read(line.getBytes(StandardCharsets.UTF_8), StoreMessage.Ask.class, "what is asked for");
        switch (ask.verb()) {
            case OPEN -> {
                meter = new Meter(ask.store().open(), ask.store().path());
                return new StoreMessage.Opened(meter.warmsUp(), Arrays.stream(Mode.values()).filter(meter::measures).toList());
            }
            case PREPARE -> meter.prepare(ask.records());
            case MEASURE -> {
                return meter.measure(ask.mode());
            }
            case DROP -> meter.drop();
        }
        return new StoreMessage.Done();
    }

    @Override
    public void close() throws Exception {
        if (meter != null) {
            meter.close();
        }
    }
}
