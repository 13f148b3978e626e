package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.security.SecureRandom;
import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.management.BadAttributeValueExpException;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;

/** Which objects a job may be sent with. */
class JobFilterTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    private final JobCode code = JobCode.shared(JobFilterTest.class.getClassLoader());

    /** A mapper with a captured object. */
    private record Captures(Object captured) implements Mapper<Long, String, String, Long> {
        @Override
        public void map(Long key, String line, Emitter<String, Long> out) {
            out.emit(line + captured, key);
        }
    }

    private record Point(int x, int[] more) implements Serializable {}

    private static final class Node implements Serializable {
        private static final long serialVersionUID = 1L;
        private Node next;

        static Node chain(int length) {
            Node first = null;
            for (int i = 0; i < length; i++) {
                Node node = new Node();
                node.next = first;
                first = node;
            }
            return first;
        }
    }

    private Object read(Object captured) {
        Workflow workflow = Workflow.named("w");
        workflow.map(LINES, WORDS, new Captures(captured));
        MapJob<?, ?> job =
                (MapJob<?, ?>) code.readJob(JobBytes.write(workflow.jobs().get(0)));
        return ((Captures) (Object) job.from().get(0).mapper()).captured();
    }

    private void refused(Object captured, String... words) {
        assertThatThrownBy(() -> read(captured))
                .hasMessageContaining("the functions of a job cannot be read")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContainingAll(words);
    }

    @Test
    void ordinaryValuesAndCollectionsAreRead() throws Exception {
        List<Object> values = List.of(
                1,
                2L,
                3.0,
                "text",
                'c',
                true,
                BigInteger.TEN,
                new BigDecimal("1.5"),
                Duration.ofSeconds(1),
                Instant.EPOCH,
                LocalDate.of(2020, 1, 1),
                ZonedDateTime.parse("2020-01-01T00:00Z[Europe/Berlin]"),
                UUID.randomUUID(),
                Locale.GERMANY,
                URI.create("http://example.org"),
                new File("/tmp"),
                InetAddress.getLoopbackAddress(),
                TimeUnit.SECONDS,
                Point.class,
                new BitSet(),
                TimeZone.getTimeZone("Europe/Berlin"),
                new Point(1, new int[] {2}).x(),
                EnumSet.of(TimeUnit.DAYS),
                new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
                new TreeMap<>(Map.of("a", 1)),
                new HashMap<>(Map.of("a", List.of(1))),
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new ConcurrentSkipListMap<>(Map.of(1, 2)),
                new LinkedList<>(List.of(1)),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Arrays.asList(1, 2),
                Set.of(1, 2),
                new java.sql.Date(0));
        assertThat(read(new ArrayList<>(values))).isEqualTo(values);
        Object[] others = {
            new Random(1),
            new AtomicLong(3),
            Pattern.compile("a+"),
            new DecimalFormat("0.0"),
            new SimpleDateFormat("yyyy"),
            Calendar.getInstance(),
            new int[3][4],
            new Point[] {new Point(1, new int[] {2})},
            new IllegalStateException("x"),
            new PriorityQueue<>(Comparator.<String>reverseOrder())
        };
        assertThat((Object[]) read(others)).hasSameSizeAs(others);
    }

    @Test
    void lambdasAreRead() {
        String separator = "-";
        Function<String, String> function = (Function<String, String> & Serializable) text -> text + separator;
        @SuppressWarnings("unchecked")
        Function<String, String> copy = (Function<String, String>) read(function);
        assertThat(copy.apply("a")).isEqualTo("a-");
        Comparator<String> comparator = Comparator.comparing((Function<String, Integer> & Serializable) String::length)
                .reversed();
        @SuppressWarnings("unchecked")
        Comparator<String> read = (Comparator<String>) read(comparator);
        assertThat(read.compare("a", "bb")).isPositive();
    }

    @Test
    void gadgetsAreRefusedByName() throws Exception {
        refused(
                new BadAttributeValueExpException("x"),
                "class javax.management.BadAttributeValueExpException",
                "attacks",
                "setup()");
        refused(
                new HashMap<>(Map.of("deep", List.of(new URL("http://example.org")))),
                "class java.net.URL",
                "java.net.URI");
        refused(new java.beans.PropertyChangeSupport("x"), "class java.beans.PropertyChangeSupport");
    }

    @Test
    void otherClassesOfTheJdkAreRefused() {
        refused(
                new SecureRandom(),
                "class java.security.SecureRandom",
                "neither of the job nor one of the JDK's values",
                "transient");
        refused(new javax.swing.event.EventListenerList(), "class javax.swing.event.EventListenerList");
        refused(new SecureRandom[0], "class java.security.SecureRandom");
    }

    @Test
    void chainThatIsTooDeepIsRefusedBeforeItExhaustsTheStack() {
        assertThat(read(Node.chain(150))).isNotNull();
        refused(Node.chain(300), "nested more than 200 deep", "array or list");
        List<Object> nested = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            nested = new ArrayList<>(List.of(nested));
        }
        refused(nested, "nested more than 200 deep");
    }

    @Test
    void manyObjectsAreReadIfTheyAreNotNested() {
        List<Object> many = new ArrayList<>(
                IntStream.range(0, 100_000).mapToObj(i -> Optional.of(i).get()).toList());
        assertThat(read(many)).isEqualTo(many);
    }

    /** Pairs of collections that contain both of the next level: hashing them takes 2^levels steps. */
    private static Object pairs(int levels, Function<List<Object>, Object> collection) {
        Object one = "one";
        Object other = "other";
        for (int i = 0; i < levels; i++) {
            Object next = collection.apply(List.of("a" + i, one, other));
            other = collection.apply(List.of("b" + i, one, other));
            one = next;
        }
        return one;
    }

    /** A list that is not hashed while it is built. */
    private static Object listOf(List<Object> elements) {
        return new ArrayList<>(elements);
    }

    /** A map whose hash visits its values. */
    private static Object mapTo(List<Object> elements) {
        Map<Object, Object> map = new HashMap<>();
        elements.forEach(element -> map.put(map.size(), element));
        return map;
    }

    @Test
    void collectionsWhoseHashWouldNotEndAreRefused() {
        String why = "share so many parts";
        refused(pairs(60, JobFilterTest::listOf), why);
        refused(pairs(60, JobFilterTest::mapTo), why);
        refused(pairs(60, elements -> Collections.unmodifiableList(elements)), why);
        refused(pairs(60, elements -> new SimpleEntry<>(elements.get(1), elements.get(2))), why);
        // As an attacker writes them: each set gets its elements when the sets above it are complete.
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            Set<Object> next = new HashSet<>(Set.of("a" + i));
            Set<Object> nextOther = new HashSet<>();
            one.addAll(List.of(next, nextOther));
            other.addAll(List.of(next, nextOther));
            one = next;
            other = nextOther;
        }
        refused(root, why);
    }

    @Test
    void collectionsWithSharedPartsAreReadIfTheirHashEnds() {
        assertThat(read(pairs(10, JobFilterTest::listOf))).isEqualTo(pairs(10, JobFilterTest::listOf));
        List<Integer> shared = new ArrayList<>(IntStream.range(0, 1000).boxed().toList());
        List<Object> rows = new ArrayList<>(Collections.nCopies(500, shared));
        assertThat(read(new ArrayList<>(rows))).isEqualTo(rows);
    }

    @Test
    void readingEndsWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        try {
            refused(new ArrayList<>(List.of(1)), "interrupted");
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void arrayThatCannotBeInTheBytesIsRefused() {
        JobFilter filter = new JobFilter(getClass().getClassLoader(), 100);
        assertThat(filter.checkInput(new Info(Object[].class, 464, 1, 1, 50))).isEqualTo(Status.ALLOWED);
        assertThat(filter.checkInput(new Info(Object[].class, 465, 1, 1, 50))).isEqualTo(Status.REJECTED);
        assertThat(filter.refusal()).contains("an array of 465 elements");
    }

    @Test
    void referencesAndBytesAreBounded() {
        JobFilter filter = new JobFilter(getClass().getClassLoader(), 1L << 40);
        assertThat(filter.checkInput(new Info(null, -1, 1, JobFilter.MAX_REFERENCES, JobFilter.MAX_BYTES)))
                .isEqualTo(Status.UNDECIDED);
        assertThat(filter.checkInput(new Info(null, -1, 1, JobFilter.MAX_REFERENCES + 1, 1)))
                .isEqualTo(Status.REJECTED);
        assertThat(filter.refusal()).contains("objects", "side group");
        assertThat(filter.checkInput(new Info(null, -1, 1, 1, JobFilter.MAX_BYTES + 1)))
                .isEqualTo(Status.REJECTED);
    }

    /** Where an object stream is. */
    record Info(Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements FilterInfo {}
}
