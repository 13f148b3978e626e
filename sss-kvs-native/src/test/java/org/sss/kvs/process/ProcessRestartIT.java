package org.sss.kvs.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.ChildJvm;

class ProcessRestartIT {
    private static final String ROUND = "KVS_ROUND";
    private static final String NOTE = "KVS_NOTE";

    @TempDir
    Path directory;

    /**
     * Ends with code 5 in the third round; each round needs a lock and a port, and all but the first follow a full
     * heap.
     */
    static final class Phoenix {
        private Phoenix() {}

        public static void main(String[] args) throws IOException {
            int round = Integer.parseInt(System.getenv().getOrDefault(ROUND, "0"));
            System.out.println(
                    "round " + round + " pid " + ProcessHandle.current().pid() + " args " + String.join("|", args)
                            + " note " + System.getenv(NOTE));
            ServerSocket port = new ServerSocket(round == 0 ? 0 : Integer.parseInt(System.getenv(NOTE)));
            FileChannel file = FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (file.tryLock() == null || round == 2) {
                System.exit(5);
            }
            ProcessRestart process = ProcessRestart.prepare("again\n", List.of(ROUND + "=" + (round + 1)), NOTE, 16);
            ByteBuffer note = process.note();
            note.put(Integer.toString(port.getLocalPort()).getBytes(StandardCharsets.US_ASCII));
            List<byte[]> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(new byte[1 << 16]);
                }
            } catch (OutOfMemoryError e) {
                System.exit(process.restart());
            }
            System.exit(all.size() + port.getLocalPort());
        }
    }

    @Test
    void aProcessWithoutMemoryRestartsItsProgramWithAllFilesLocksAndPortsFree()
            throws IOException, InterruptedException {
        String lock = directory.resolve("lock").toString();
        ChildJvm.Result end = ChildJvm.run(List.of(), Phoenix.class, lock, "", "two words");
        assertThat(end.status()).as(end.output()).isEqualTo(5);
        List<String> lines = end.output().lines().toList();
        assertThat(lines).hasSize(5).element(1).isEqualTo("again");
        assertThat(lines.get(0)).startsWith("round 0 pid ").contains(" args " + lock + "||two words note null");
        String sameProcess = lines.get(0).replaceAll("round 0 | note .*", "");
        assertThat(lines.get(4))
                .startsWith("round 2 ")
                .contains(sameProcess + " note ")
                .isNotEqualTo(lines.get(0));
        assertThat(lines.get(4).replaceAll(".* note ", ""))
                .isEqualTo(lines.get(2).replaceAll(".* note ", ""))
                .containsOnlyDigits();
    }
}
