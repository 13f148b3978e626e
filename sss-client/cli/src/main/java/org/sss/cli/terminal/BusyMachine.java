package org.sss.cli.terminal;

import java.util.Locale;
import org.sss.client.NodeStatus.MachineLoad;

/** When a machine counts as busy. Stateless. */
public final class BusyMachine {
    /** More threads for each processor make commands and nodes answer late. */
    public static final double BUSY = 4;
    /** With so many, time limits of connections may expire. */
    public static final double OVERLOADED = 16;

    private BusyMachine() {}

    /** @param load null if it is unknown */
    public static boolean isBusy(MachineLoad load) {
        return load != null && load.perProcessor() >= BUSY;
    }

    /** @param load null if it is unknown */
    public static boolean isOverloaded(MachineLoad load) {
        return load != null && load.perProcessor() >= OVERLOADED;
    }

    /** Such as {@code load 55.0 on 2 processors}. */
    public static String text(MachineLoad load) {
        return String.format(
                Locale.ROOT, "load %.1f on %s", load.average(), Units.count(load.processors(), "processor"));
    }
}
