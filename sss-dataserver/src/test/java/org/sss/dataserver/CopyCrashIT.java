package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.GroupKey;

/** Crashes of the machine while a node copies and forgets subgroups: before each sync, in several possible states. */
final class CopyCrashIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());
    private static final DataServerConfig COMMIT =
            DataServerConfig.defaults().withThreads(2, 2).withDurability(Durability.COMMIT);
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final int SUBGROUPS = 4;
    /** The node writes the last subgroup itself, and copies the others. */
    private static final int OWN = SUBGROUPS - 1;

    private static final long[] ALL = {500, 500, 500, 500};

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final boolean[] mayBeAbsent = {true, true, true, true};
    private final boolean[] mayBePresent = new boolean[SUBGROUPS];

    private CrashModel model;
    private TestNode source;
    private TestNode target;
    private int images;

    private static Tuples tuples(int subgroup) {
        return Tuples.numbered("key", 500, "subgroup " + subgroup);
    }

    @BeforeEach
    void open() throws IOException {
        System.out.println("CopyCrashIT: seed " + SEED + " (-Dsss.seed)");
        source = TestNode.open(directory.resolve("source"));
        for (int subgroup = 0; subgroup < OWN; subgroup++) {
            source.put(7, attempt(0), subgroup, tuples(subgroup));
        }
        source.server().commit(GROUP, List.of(attempt(0)));
        Path base = Files.createDirectory(directory.resolve("base"));
        model = new CrashModel(base, this::crash);
        Path data = base.resolve("data");
        DataServer server = DataServer.open(data, COMMIT, new Disk(Durability.COMMIT, model));
        target = TestNode.of(data, server, address -> source.connection());
    }

    @AfterEach
    void close() throws IOException {
        target.close();
        source.close();
        model.close();
        System.out.println("CopyCrashIT: " + images + " images");
    }

    @Test
    void aCopyIsWholeOrAbsentAfterACrash() {
        copyAll();
    }

    @Test
    void aCopyBesideOwnSubgroupsIsWholeOrAbsentAfterACrash() {
        mayBePresent[OWN] = true;
        target.put(7, attempt(0), OWN, tuples(OWN));
        target.server().commit(GROUP, List.of(attempt(0)));
        mayBeAbsent[OWN] = false;
        copyAll();
    }

    @Test
    void aForgottenSubgroupIsWholeOrAbsentAfterACrash() {
        copyAll();
        mayBeAbsent[0] = true;
        mayBeAbsent[1] = true;
        target.call(DataVerbs.FORGET, new Forget(GROUP, List.of(2), 0), CommittedPart.class);
        mayBePresent[0] = false;
        mayBePresent[1] = false;
        crash();
        copyAll();
    }

    private void copyAll() {
        long[] expected = ALL.clone();
        expected[OWN] = mayBeAbsent[OWN] ? 0 : ALL[OWN];
        for (int subgroup = 0; subgroup < OWN; subgroup++) {
            mayBePresent[subgroup] = true;
        }
        try (CopyRequest request = CopyRequest.send(target, GROUP, expected)) {
            request.answer();
        }
        for (int subgroup = 0; subgroup < OWN; subgroup++) {
            mayBeAbsent[subgroup] = false;
        }
        crash();
    }

    private void crash() {
        if (target == null) {
            return; // it starts
        }
        crash(Unsynced.KEPT, Unsynced.LOST);
        crash(Unsynced.LOST, Unsynced.KEPT);
        for (int i = 0; i < Integer.getInteger("sss.images", 1); i++) {
            crash(Unsynced.SOME, Unsynced.SOME);
        }
    }

    private void crash(Unsynced names, Unsynced contents) {
        Path image = directory.resolve("image-" + images++);
        String which = image + ", names " + names + ", contents " + contents + ", seed " + SEED;
        try {
            CrashImage.write(model, image, names, contents, random);
            check(image.resolve("data"), which);
            Disk.deleteTree(image);
        } catch (IOException e) {
            throw new UncheckedIOException(which, e);
        }
    }

    private void check(Path data, String which) {
        if (Files.exists(data.resolve("format"))) {
            Fsck.verify(
                    data,
                    finding -> assertThat(finding.problem())
                            .as("%s: %s", which, finding.text())
                            .isFalse());
        }
        try (DataServer server = DataServer.open(data, TestNode.CONFIG)) {
            List<String> files = DataFiles.ofGroup(data, 7);
            for (int subgroup = 0; subgroup < SUBGROUPS; subgroup++) {
                String prefix = subgroup + "-";
                Tuples found = read(server, subgroup);
                if (found.count() == 0) {
                    assertThat(files).as(which).noneMatch(file -> file.startsWith(prefix));
                    assertThat(mayBeAbsent[subgroup])
                            .as("%s: subgroup %s is absent", which, subgroup)
                            .isTrue();
                } else {
                    assertThat(mayBePresent[subgroup])
                            .as("%s: subgroup %s is present", which, subgroup)
                            .isTrue();
                    assertThat(found).as("%s: subgroup %s", which, subgroup).isEqualTo(tuples(subgroup));
                }
            }
        }
        assertThat(DataFiles.temporary(data)).as(which).isEmpty();
    }

    private static Tuples read(DataServer server, int subgroup) {
        try {
            return Tuples.readAll(server.merged(7, subgroup));
        } catch (SssException e) { // what was forgotten is refused
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
            return new Tuples();
        }
    }
}
