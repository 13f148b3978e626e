package org.sss.http.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import org.sss.http.server.Handler;
import org.sss.http.server.Request;
import org.sss.http.server.Response;
import org.sss.server.node.http.FigureSink;
import org.sss.server.node.http.HttpNode;

/**
 * Answers {@code /metrics} in the text format of Prometheus. Thread-safe. The first request loads what it needs, so
 * that nodes that nobody asks start without it.
 */
public final class Metrics implements Handler, AutoCloseable {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String NODE = "node";
    /** Names that break the rules: a count of no histogram, and nanoseconds. */
    private static final List<String> UNUSUAL = List.of("system.cpu.count", "process.cpu.time");

    private final String node;
    private final Consumer<FigureSink> figures;
    /** Null before the first request. Guarded by this, like the following field. */
    private JvmGcMetrics collections;

    private PrometheusMeterRegistry registry;

    public Metrics(HttpNode node) {
        this(node.config().nodeId(), node::figures);
    }

    Metrics(int node, Consumer<FigureSink> figures) {
        this.node = Integer.toString(node);
        this.figures = figures;
    }

    /** Reads all figures now. */
    @Override
    public void handle(Request request, Response response) throws IOException {
        response.send(200, TYPE, text());
    }

    byte[] text() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        registry().scrape(text, TYPE);
        return text.toByteArray();
    }

    private synchronized PrometheusMeterRegistry registry() {
        if (registry == null) {
            PrometheusRegistry all = new PrometheusRegistry();
            all.register(new FigureCollector(figures, Labels.of(NODE, node)));
            registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, all, Clock.SYSTEM);
            registry.config().commonTags(Tags.of(NODE, node));
            UNUSUAL.forEach(name -> registry.config().meterFilter(MeterFilter.denyNameStartsWith(name)));
            bindJvm(registry);
        }
        return registry;
    }

    private void bindJvm(MeterRegistry to) {
        new JvmMemoryMetrics().bindTo(to);
        new JvmThreadMetrics().bindTo(to);
        new ClassLoaderMetrics().bindTo(to);
        new ProcessorMetrics().bindTo(to);
        new FileDescriptorMetrics().bindTo(to);
        new UptimeMetrics().bindTo(to);
        collections = new JvmGcMetrics();
        collections.bindTo(to);
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, s -> s.getProcessCpuTime() / 1e9)
                    .baseUnit("seconds")
                    .description("Processor time of the process")
                    .register(to);
        }
    }

    @Override
    public synchronized void close() {
        if (registry != null) {
            collections.close();
            registry.close();
        }
    }
}
