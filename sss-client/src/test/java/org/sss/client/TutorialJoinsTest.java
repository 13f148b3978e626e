package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Aggregators;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.DeadLetter;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.sketch.Sketches;

/** The programming guide, joins and what goes with them: each test is one example, quoted in docs/guide. */
class TutorialJoinsTest {
    private static final TupleGroup<String, String> NAMES = TupleGroup.of("names", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<String, Long> ORDERS = TupleGroup.of("orders", Codecs.STRING, Codecs.LONG);

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        write(NAMES, "c1", "Ada", "c2", "Bob", "c3", "Cleo");
        write(ORDERS, "c1", 30L, "c1", 12L, "c2", 7L, "c9", 1L);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @SuppressWarnings("unchecked")
    private <K, V> void write(TupleGroup<K, V> group, Object... tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            for (int i = 0; i < tuples.length; i += 2) {
                writer.append((K) tuples[i], (V) tuples[i + 1]);
            }
            writer.commit();
        }
    }

    private <K, V> List<String> read(TupleGroup<K, V> group) {
        return client.scan(group).toList().stream().map(tuple -> tuple.getKey() + "=" + tuple.getValue()).toList();
    }

    @Test
    void joinTwoGroups() {
        TupleGroup<String, String> names = NAMES;
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> bought = TupleGroup.of("bought", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("join");
        workflow.join(names, orders, bought, JoinKind.LEFT, (customer, name, amount, out) ->
                out.emit(name, amount == null ? 0 : amount));
        client.run(workflow);

        assertThat(read(bought)).containsExactly("Ada=30", "Ada=12", "Bob=7", "Cleo=0");
    }

    @Test
    void groupSeveralGroupsByTheirKey() {
        TupleGroup<String, String> names = NAMES;
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, String> cities = TupleGroup.of("cities", Codecs.STRING, Codecs.STRING);
        write(cities, "c1", "Rome", "c2", "Oslo");
        TupleGroup<String, String> letters = TupleGroup.of("letters", Codecs.STRING, Codecs.STRING);

        Workflow workflow = Workflow.named("letters");
        workflow.coGroup(List.of(names, orders, cities), letters, (customer, values, out) -> {
            long sum = 0;
            for (long amount : values.of(orders)) {
                sum += amount;
            }
            for (String name : values.of(names)) {
                for (String city : values.of(cities)) {
                    out.emit(name, "to " + city + ": you owe " + sum);
                }
            }
        });
        client.run(workflow);

        assertThat(read(letters)).containsExactly("Ada=to Rome: you owe 42", "Bob=to Oslo: you owe 7");
    }

    @Test
    void meetEachTupleOfASmallGroup() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<Long, String> offers = TupleGroup.of("offers", Codecs.LONG, Codecs.STRING);
        write(offers, 5L, "gift", 20L, "delivery");
        TupleGroup<String, String> offered = TupleGroup.of("offered", Codecs.STRING, Codecs.STRING);

        Workflow workflow = Workflow.named("offers");
        workflow.cross(orders, offers, offered, (customer, amount, least, offer, out) -> {
            if (amount >= least) {
                out.emit(customer, offer);
            }
        });
        client.run(workflow);

        assertThat(read(offered)).containsExactlyInAnyOrder("c1=gift", "c1=delivery", "c1=gift", "c2=gift");
    }

    @Test
    void walkValuesTwice() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Double> shares = TupleGroup.of("shares", Codecs.STRING, Codecs.DOUBLE);

        Workflow workflow = Workflow.named("shares");
        workflow.reduce(orders, shares, (customer, amounts, out) -> {
            double sum = 0;
            for (long amount : amounts) {
                sum += amount;
            }
            for (long amount : amounts) {
                out.emit(customer, amount / sum);
            }
        });
        client.run(workflow);

        assertThat(read(shares)).containsExactly("c1=" + 30 / 42.0, "c1=" + 12 / 42.0, "c2=1.0", "c9=1.0");
    }

    @Test
    void severalReducersInOnePass() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        TupleGroup<Long, String> large = TupleGroup.of("large", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("two");
        workflow.reduce(orders, sums, (customer, amounts, out) -> {
            long sum = 0;
            for (long amount : amounts) {
                sum += amount;
            }
            out.emit(customer, sum);
        }).and(large, (customer, amounts, out) -> {
            for (long amount : amounts) {
                if (amount > 10) {
                    out.emit(amount, customer);
                }
            }
        });
        client.run(workflow);

        assertThat(read(sums)).containsExactly("c1=42", "c2=7", "c9=1");
        assertThat(read(large)).containsExactly("12=c1", "30=c1");
    }

    @Test
    void valuesInOrder() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> smallest = TupleGroup.of("smallest", Codecs.STRING, Codecs.LONG);

        Workflow workflow = Workflow.named("order");
        workflow.reduce(orders, smallest, (customer, amounts, out) -> out.emit(customer, amounts.iterator().next()))
                .orderValues();
        client.run(workflow);

        assertThat(read(smallest)).containsExactly("c1=12", "c2=7", "c9=1");
    }

    @Test
    void aggregateTheValuesOfEachKey() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        TupleGroup<Long, Double> means = TupleGroup.of("means", Codecs.LONG, Codecs.DOUBLE);

        Workflow workflow = Workflow.named("aggregate");
        workflow.aggregate(orders, sums, Aggregators.sumLong());
        workflow.mapAggregate(orders, means, (customer, amount, out) -> out.emit(amount / 10, amount), Aggregators.mean());
        client.run(workflow);

        assertThat(read(sums)).containsExactly("c1=42", "c2=7", "c9=1");
        assertThat(read(means)).containsExactly("0=4.0", "1=12.0", "3=30.0");
    }

    @Test
    void anAggregateOfWhatAMapEmits() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<Long, Long> tens = TupleGroup.of("tens", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Double> means = TupleGroup.of("means", Codecs.LONG, Codecs.DOUBLE);

        Workflow workflow = Workflow.named("folded");
        workflow.map(orders, tens.asTemporary(), (customer, amount, out) -> out.emit(amount / 10, amount));
        workflow.aggregate(tens.asTemporary(), means, Aggregators.mean());
        client.run(workflow);

        assertThat(read(means)).containsExactly("0=4.0", "1=12.0", "3=30.0");
    }

    @Test
    void approximateAggregates() {
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> customers = TupleGroup.of("customers", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Double> quantiles = TupleGroup.of("quantiles", Codecs.STRING, Codecs.DOUBLE);

        Workflow workflow = Workflow.named("sketch");
        workflow.mapAggregate(orders, customers, (customer, amount, out) -> out.emit("all", customer), Sketches.distinctCount());
        workflow.mapAggregate(orders, quantiles, (customer, amount, out) -> out.emit("all", amount), Sketches.quantiles(0, 1));
        client.run(workflow);

        assertThat(read(customers)).containsExactly("all=3");
        assertThat(read(quantiles)).containsExactly("all=1.0", "all=30.0");
    }

    @Test
    void lookUpInAnotherGroup() {
        TupleGroup<String, String> names = NAMES;
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<Long, String> buyers = TupleGroup.of("buyers", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("look-up");
        workflow.map(orders, buyers, new Buyers(names)).with(names);
        client.run(workflow);

        assertThat(read(buyers)).containsExactly("1=?", "7=Bob", "12=Ada", "30=Ada");
    }

    static final class Nearest implements Mapper<String, Long, String, Long> {
        private static final long serialVersionUID = 1L;

        private final TupleGroup<String, Long> orders;
        private transient SideTuples<String, Long> all;

        Nearest(TupleGroup<String, Long> orders) {
            this.orders = orders;
        }

        @Override
        public void setup(TaskContext context) {
            all = context.side(orders).scan();
        }

        @Override
        public void map(String item, Long price, Emitter<String, Long> out) throws Exception {
            long[] nearest = {Long.MAX_VALUE};
            all.forEach((customer, amount) -> nearest[0] = Math.min(nearest[0], Math.abs(amount - price)));
            out.emit(item, nearest[0]);
        }
    }

    @Test
    void scanAnotherGroup() {
        TupleGroup<String, Long> prices = TupleGroup.of("prices", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<String, Long> nearest = TupleGroup.of("nearest", Codecs.STRING, Codecs.LONG);
        write(prices, "pen", 1L);
        Workflow workflow = Workflow.named("nearest");
        workflow.map(prices, nearest, new Nearest(orders)).with(orders);
        client.run(workflow);
        long expected = client.scan(orders).toList().stream().mapToLong(tuple -> Math.abs(tuple.getValue() - 1)).min().getAsLong();
        assertThat(client.get(nearest, "pen")).containsExactly(expected);
    }

    static final class Buyers implements Mapper<String, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final TupleGroup<String, String> names;
        private transient Map<String, String> nameOf;

        Buyers(TupleGroup<String, String> names) {
            this.names = names;
        }

        @Override
        public void setup(TaskContext context) {
            nameOf = context.side(names).asMap();
        }

        @Override
        public void map(String customer, Long amount, Emitter<Long, String> out) {
            out.emit(amount, nameOf.getOrDefault(customer, "?"));
        }
    }

    /** Keeps some tuples back, to look their customers up together. */
    static final class BuyersTogether implements Mapper<String, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private static final int TOGETHER = 500;

        private final TupleGroup<String, String> names;
        private transient SideData<String, String> side;
        private transient List<String> customers;
        private transient List<Long> amounts;

        BuyersTogether(TupleGroup<String, String> names) {
            this.names = names;
        }

        @Override
        public void setup(TaskContext context) {
            side = context.side(names);
            customers = new ArrayList<>();
            amounts = new ArrayList<>();
        }

        @Override
        public void map(String customer, Long amount, Emitter<Long, String> out) {
            customers.add(customer);
            amounts.add(amount);
            if (customers.size() == TOGETHER) {
                lookUp(out);
            }
        }

        @Override
        public void close(Emitter<Long, String> out) {
            lookUp(out);
        }

        private void lookUp(Emitter<Long, String> out) {
            List<List<String>> found = side.getAll(customers);
            for (int i = 0; i < customers.size(); i++) {
                out.emit(amounts.get(i), found.get(i).isEmpty() ? "?" : found.get(i).get(0));
            }
            customers.clear();
            amounts.clear();
        }
    }

    @Test
    void lookUpManyKeysTogether() {
        TupleGroup<String, String> names = NAMES;
        TupleGroup<String, Long> orders = ORDERS;
        TupleGroup<Long, String> buyers = TupleGroup.of("buyers", Codecs.LONG, Codecs.STRING);

        Workflow workflow = Workflow.named("look-up");
        workflow.map(orders, buyers, new BuyersTogether(names)).with(names);
        client.run(workflow);

        assertThat(read(buyers)).containsExactly("1=?", "7=Bob", "12=Ada", "30=Ada");
    }

    @Test
    void failuresThatDoNotEndTheJob() {
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        write(lines, 1L, "12", 2L, "none", 3L, "30");
        TupleGroup<Long, Long> numbers = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

        TupleGroup<Bytes, DeadLetter> failed = DeadLetter.group("failed");
        Workflow workflow = Workflow.named("parse");
        workflow.map(lines, numbers, (id, line, out) -> out.emit(id, Long.parseLong(line)))
                .deadLetters(failed).onError(OnError.skip(100));
        WorkflowReport status = client.run(workflow);

        assertThat(read(numbers)).containsExactly("1=12", "3=30");
        assertThat(status.jobs().get(0).progress().counters()).isEqualTo(Map.of("errors.skipped", 1L));
        DeadLetter letter = client.scan(failed).toList().get(0).getValue();
        assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo("none");
        assertThat(letter.error()).contains("key <2>").contains("NumberFormatException");

        JobReplay job = client.replay(status.id(), "map-1");
        Progress good = job.run("3", (group, key, value) -> System.out.println(group + ": " + key + " " + value));
        assertThat(good.tuplesOut()).isEqualTo(1);
        assertThatThrownBy(() -> job.run("2", (group, key, value) -> { }))
                .isInstanceOf(SssException.class).hasMessageContaining("For input string: \"none\"");
    }
}
