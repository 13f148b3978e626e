package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Runs without libucx and devices. */
class LockedMemoryTest {
    private static final String ALL_BUT_IPC_LOCK = "000001ffffffbfff";
    private static final String ALL = "000001ffffffffff";

    @TempDir
    Path directory;

    @BeforeEach
    void addDevice() throws IOException {
        Files.createDirectories(directory.resolve("infiniband/mlx5_0"));
    }

    /** The limit and the capabilities are those of /proc. */
    private LockedMemory memory(String limit, String capabilities) throws IOException {
        Path limits = Files.writeString(directory.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             4096                 4096                 processes
                Max locked memory         %-20s unlimited            bytes
                """.formatted(limit));
        Path status = Files.writeString(
                directory.resolve("status"),
                "CapPrm:\t" + ALL + "\nCapEff:\t" + capabilities + "\nCapBnd:\t" + ALL + "\n");
        return LockedMemory.of(limits, status, directory.resolve("infiniband"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc", "ud,self", "self,rc_x", "rc_verbs", "ib", "dc_mlx5"})
    void aLimitWithWhichUcxWouldNotStartNamesTheRemedy(String tls) throws IOException {
        LockedMemory small = memory("65536", ALL_BUT_IPC_LOCK);
        assertThatThrownBy(() -> small.requireFor(tls))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("may lock 64 KiB of memory, and " + tls + " needs at least 4096 KiB")
                .hasMessageContaining("ulimit -l unlimited")
                .hasMessageContaining("LimitMEMLOCK=infinity")
                .hasMessageContaining("net.ring.size x 4");
        assertThat(small.advice()).contains("may lock 64 KiB of memory").contains("ulimit -l unlimited");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "sm,self", "shm", "all", "posix"})
    void whatNeedsNoDeviceStartsWithAnyLimit(String tls) throws IOException {
        LockedMemory small = memory("65536", ALL_BUT_IPC_LOCK);
        assertThatCode(() -> small.requireFor(tls)).doesNotThrowAnyException();
    }

    @Test
    void theKernelDoesNotLimitAProcessWithItsCapability() throws IOException {
        assertThat(memory("65536", ALL).limitBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(memory("65536", ALL).advice()).isEmpty();
    }

    @Test
    void largeAndUnlimitedAndUnknownLimitsPass() throws IOException {
        assertThat(memory("8388608", ALL_BUT_IPC_LOCK).limitBytes()).isEqualTo(8 << 20);
        memory("8388608", ALL_BUT_IPC_LOCK).requireFor("rc");
        assertThat(memory("unlimited", ALL_BUT_IPC_LOCK).limitBytes()).isEqualTo(Long.MAX_VALUE);
        Path missing = directory.resolve("missing");
        assertThat(LockedMemory.of(missing, missing, missing)).isEqualTo(new LockedMemory(Long.MAX_VALUE, false));
    }

    /** UCX itself then says that there is no device. */
    @Test
    void withoutADeviceNothingIsLocked() throws IOException {
        Files.delete(directory.resolve("infiniband/mlx5_0"));
        memory("65536", ALL_BUT_IPC_LOCK).requireFor("rc");
        assertThat(memory("65536", ALL_BUT_IPC_LOCK).advice()).isEmpty();
    }

    @Test
    void theLimitOfThisProcessCanBeRead() {
        assertThat(LockedMemory.ofThisProcess().limitBytes()).isPositive();
    }
}
