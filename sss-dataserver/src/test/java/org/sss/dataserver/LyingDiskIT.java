package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.CrashImage.Unsynced;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.control.GroupKey;

/**
 * Crashes of the machine, which lose what was not synced: before each sync, in several of the states that are possible.
 */
final class LyingDiskIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final int SUBGROUPS = 3;
    private static final DataServerConfig COMMIT =
            DataServerConfig.defaults().withThreads(2, 2).withDurability(Durability.COMMIT);
    private static final DataServerConfig NONE = COMMIT.withDurability(Durability.NONE);

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    /** What each group that was not dropped had or will have: nothing at first, then more with each commit. */
    private final TreeMap<Long, List<Tuples>> states = new TreeMap<>();
    /** The state that was acknowledged last. */
    private final Map<Long, Integer> acknowledged = new HashMap<>();

    private Path base;
    private CrashModel model;
    private TestNode node;
    private DataServerConfig config;
    private int images;
    private int damaged;
    private int commits;

    @BeforeEach
    void prepare() throws IOException {
        System.out.println("LyingDiskIT: seed " + SEED + " (-Dsss.seed)");
        base = Files.createDirectory(directory.resolve("base"));
    }

    @AfterEach
    void close() throws IOException {
        if (node != null) {
            node.close();
        }
        model.close();
        System.out.println("LyingDiskIT: " + commits + " commits, " + images + " images, " + damaged
                + " groups reported as damaged");
    }

    @Test
    void acknowledgedCommitsAreCompleteAfterACrash() throws IOException {
        crashWhileWorking(5);
    }

    @Test
    @Tag("slow")
    void acknowledgedCommitsAreCompleteAfterThousandsOfCrashes() throws IOException {
        crashWhileWorking(120);
    }

    private void crashWhileWorking(int groups) throws IOException {
        model = new CrashModel(base, this::crash);
        config = COMMIT;
        open(0);
        for (long group = 1; group <= groups; group++) {
            work(group);
            if (group % 4 == 0) {
                node.close();
                open(group % 8 == 0 ? 0 : 1 << 20);
            }
        }
        crash();
        assertThat(damaged).isZero();
    }

    @Test
    void withoutSyncsAGroupIsCompleteOrAbsentOrReportedAsDamaged() throws IOException {
        config = NONE;
        model = new CrashModel(base, () -> {
            throw new AssertionError("nothing is synced");
        });
        open(0);
        model.close(); // from here on: the first start is taken to be on the disk
        model = new CrashModel(base, () -> {});
        for (long group = 1; group <= 12; group++) {
            work(group);
            model.look();
            crash();
        }
        assertThat(damaged).isPositive();
    }

    private void open(long memoryBytes) {
        DataServer server = DataServer.open(
                base.resolve("node/data"),
                config.withMemoryBytes(memoryBytes),
                new Disk(config.writing().durability(), model));
        node = TestNode.of(base.resolve("node/data"), server);
    }

    /** The life of a group: two attempts are committed and one is not; some get a second commit, some are dropped. */
    private void work(long group) throws IOException {
        int tuples = 1 + random.nextInt(group % 3 == 0 ? 4000 : 100);
        put(group, 0, tuples);
        put(group, 1, tuples);
        put(group, 2, tuples);
        model.look();
        commit(group, List.of(0, 1), tuples);
        if (group % 3 == 0) {
            put(group, 3, tuples);
            commit(group, List.of(3), tuples);
        }
        if (group % 4 == 2 || states.size() > 4) {
            drop(new ArrayList<>(states.keySet()).get(random.nextInt(states.size())));
        }
    }

    private void put(long group, int source, int tuples) {
        PutClient put = node.openPut(group, attempt(source));
        for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
            put.put(subgroup, 0, tuples(group, source, tuples));
        }
        put.finish();
    }

    private static Tuples tuples(long group, int source, int count) {
        return Tuples.numbered("key", count, "group " + group + ", attempt " + source);
    }

    private void commit(long group, List<Integer> sources, int tuples) {
        List<Tuples> ofGroup = states.computeIfAbsent(group, g -> new ArrayList<>(List.of(new Tuples())));
        Tuples more = new Tuples().addAll(ofGroup.get(ofGroup.size() - 1));
        sources.forEach(source -> more.addAll(tuples(group, source, tuples)));
        ofGroup.add(more);
        node.server()
                .commit(
                        GroupKey.of(group),
                        sources.stream().map(TestNode::attempt).toList());
        acknowledged.put(group, ofGroup.size() - 1);
        commits++;
    }

    private void drop(long group) {
        acknowledged.put(group, 0);
        node.server().drop(TestNode.keys(group));
        acknowledged.remove(group);
        states.remove(group);
    }

    /** In the ways that are the worst, and in any. */
    private void crash() {
        crash(Unsynced.KEPT, Unsynced.LOST);
        crash(Unsynced.SOME, Unsynced.SOME);
        crash(Unsynced.values()[random.nextInt(3)], Unsynced.values()[random.nextInt(3)]);
    }

    private void crash(Unsynced names, Unsynced contents) {
        Path image = directory.resolve("image-" + images++);
        String which = image + ", names " + names + ", contents " + contents + ", seed " + SEED;
        try {
            CrashImage.write(model, image, names, contents, random);
            check(image.resolve("node/data"), which);
            Disk.deleteTree(image);
        } catch (IOException e) {
            throw new UncheckedIOException(which, e);
        }
    }

    private void check(Path data, String which) {
        if (config != NONE && Files.exists(data.resolve("format"))) {
            Fsck.verify(
                    data,
                    finding -> assertThat(finding.problem())
                            .as("%s: %s", which, finding.text())
                            .isFalse());
        }
        try (DataServer server = DataServer.open(data, NONE)) {
            if (config != NONE) {
                assertThat(states.keySet()).as(which).containsAll(server.ids());
            }
            states.keySet().forEach(group -> check(server, group, which + ", group " + group));
        }
        assertThat(DataFiles.trash(data)).as(which).isEmpty();
        if (config != NONE) {
            assertThat(DataFiles.temporary(data)).as(which).isEmpty();
        }
    }

    private void check(DataServer server, long group, String which) {
        int least = config == NONE ? 0 : acknowledged.getOrDefault(group, 0);
        List<Tuples> allowed = states.get(group);
        try {
            assertThat(read(server, group, which)).as(which).isIn(allowed.subList(least, allowed.size()));
        } catch (SssException e) {
            assertThat(e.code()).as(which + ": " + e.getMessage()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(config).as(which + ": " + e.getMessage()).isSameAs(NONE);
            damaged++;
        }
    }

    /** What each subgroup has, which must be the same. */
    private static Tuples read(DataServer server, long group, String which) {
        Tuples first = Tuples.readAll(server.merged(group, 0));
        for (int subgroup = 1; subgroup < SUBGROUPS; subgroup++) {
            assertThat(Tuples.readAll(server.merged(group, subgroup)))
                    .as("%s, subgroup %s", which, subgroup)
                    .isEqualTo(first);
        }
        return first;
    }
}
