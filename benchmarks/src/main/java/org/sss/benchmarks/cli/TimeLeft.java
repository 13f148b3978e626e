package org.sss.benchmarks.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.sss.benchmarks.cli.AllSections.Section;

/** How long the rest of {@code sss bench all} may take: as its plan says, as much slower or faster as what was measured so far. One thread. */
final class TimeLeft {
    private static final double NANOS_PER_MINUTE = 60e9;

    private final List<Section> left;
    private final LongSupplier clock;
    private long begin;
    private double planned;
    private double took;

    /** @param sections all that are to come; none where there is no plan */
    TimeLeft(List<Section> sections) {
        this(sections, System::nanoTime);
    }

    /** @param clock in nanoseconds */
    TimeLeft(List<Section> sections, LongSupplier clock) {
        left = new ArrayList<>(sections);
        this.clock = clock;
        begin = clock.getAsLong();
    }

    /** @param wasKnown whether it was measured by an earlier run, so that its time says nothing */
    void ended(Section section, boolean wasKnown) {
        long now = clock.getAsLong();
        if (left.remove(section) && !wasKnown) {
            planned += section.minutes();
            took += (now - begin) / NANOS_PER_MINUTE;
        }
        begin = now;
    }

    /** Such as {@code , all in about 90 min}; empty before something was measured. */
    String text() {
        if (planned == 0 || left.isEmpty()) {
            return "";
        }
        return ", all in about " + Math.round(left.stream().mapToInt(Section::minutes).sum() * took / planned) + " min";
    }
}
