package org.sss.benchmarks.micro;

import java.util.List;
import org.sss.benchmarks.measure.Mode;

/** How SSS over TCP is to compare with its rivals. Stateless. */
public final class Aims {
    /** The names of the rivals that aims are about. */
    public static final String TOKYO_C = "tokyo-c";
    public static final String PLAIN_FILE = "plain-file";
    public static final String PUMP = "pump";
    private static final int SMALL_BYTES = 64;
    private static final int MIDDLE_BYTES = 1024;

    /** @param least how many times as fast as the rival SSS is to be */
    public record Aim(Mode mode, int fromBytes, int toBytes, String rival, double least) {
        private boolean isAbout(MicroRow row) {
            return row.mode() == mode && row.system().equals(rival) && row.valueBytes() > fromBytes && row.valueBytes() <= toBytes;
        }

        public boolean isMetBy(double ratio) {
            return ratio >= least;
        }
    }

    private static final List<Aim> ALL = List.of(
            new Aim(Mode.WRITE, -1, SMALL_BYTES, TOKYO_C, 4),
            new Aim(Mode.WRITE, SMALL_BYTES, MIDDLE_BYTES, TOKYO_C, 3),
            new Aim(Mode.WRITE, MIDDLE_BYTES, Integer.MAX_VALUE, PLAIN_FILE, 0.7),
            new Aim(Mode.READ, -1, SMALL_BYTES, TOKYO_C, 16),
            new Aim(Mode.READ, SMALL_BYTES, MIDDLE_BYTES, TOKYO_C, 5),
            new Aim(Mode.READ, MIDDLE_BYTES, Integer.MAX_VALUE, PUMP, 0.6));

    private Aims() {
    }

    /** The aim that is about this rival, or null. */
    public static Aim of(MicroRow rival) {
        return ALL.stream().filter(aim -> aim.isAbout(rival)).findFirst().orElse(null);
    }
}
