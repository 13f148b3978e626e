package org.sss.server.task.spill;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.sss.io.LargeArrays;

/**
 * A merge of sorted runs in files. It buffers one value of each run, and the one returned last, whose bytes are valid
 * until the walk has moved twice. An idle walk closes its files, and reopens them if it continues. For the task's
 * thread.
 */
final class SpillWalk implements SortedWalk, AutoCloseable {
    /** Number of checks without movement after which a walk is idle. */
    private static final int MAX_IDLE_LOOKS = 8;

    private final List<Path> files;
    private final Consumer<SpillWalk> opened;
    private final List<Run> open = new ArrayList<>();
    private final PriorityQueue<Run> ahead = new PriorityQueue<>();
    private Run current;
    /** Buffer for the next value of the current run. */
    private byte[] spare = new byte[256];

    private boolean isOpen;
    private boolean over;
    private long position;
    private long positionSeen;
    private int idleLooks;

    /** @param opened called with this walk whenever it has opened its files, which {@link #close} closes */
    SpillWalk(List<Path> files, Consumer<SpillWalk> opened) {
        this.files = files;
        this.opened = opened;
        open();
    }

    private void open() {
        try {
            for (Path file : files) {
                Run run = new Run(file);
                open.add(run);
                if (run.next(new byte[256])) {
                    ahead.add(run);
                }
            }
            isOpen = true;
            opened.accept(this);
        } finally {
            if (!isOpen) {
                close();
            }
        }
    }

    @Override
    public boolean next() {
        if (!isOpen && !over) {
            openAgain();
        }
        move();
        position++;
        over = current == null;
        return !over;
    }

    /** Reopens the files at the current value; the returned value stays valid. */
    private void openAgain() {
        open();
        current = null;
        spare = new byte[256];
        for (long passed = 0; passed < position; passed++) {
            move();
        }
    }

    private void move() {
        if (current != null) {
            byte[] given = current.bytes;
            if (current.next(spare)) {
                spare = given;
                ahead.add(current);
            }
        }
        current = ahead.poll();
    }

    /** Called when another walk starts: closes the files if this walk is idle. Returns whether they are open. */
    boolean look() {
        idleLooks = position == positionSeen ? idleLooks + 1 : 0;
        positionSeen = position;
        if (over || idleLooks == MAX_IDLE_LOOKS) {
            close();
        }
        return isOpen;
    }

    @Override
    public byte[] array() {
        return current.bytes;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return current.length;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void close() {
        open.forEach(Run::close);
        open.clear();
        ahead.clear();
        isOpen = false;
        idleLooks = 0;
    }

    /** One file. Equal bytes are equal values, so their order is irrelevant. */
    private static final class Run implements Comparable<Run> {
        private final Path file;
        private final DataInputStream in;
        private byte[] bytes;
        private int length;

        Run(Path file) {
            this.file = file;
            try {
                in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), SpillWriter.BUFFER_BYTES));
            } catch (IOException e) {
                throw Spills.failed("open", file, e);
            }
        }

        /** @param into reused if the value fits */
        boolean next(byte[] into) {
            try {
                length = in.readInt();
                if (length == SpillWriter.END) {
                    in.close();
                    return false;
                }
                bytes = into.length >= length
                        ? into
                        : new byte[Math.max(length, (int) Math.min(Integer.MAX_VALUE - 8, 2L * into.length))];
                LargeArrays.read(in, bytes, length);
                return true;
            } catch (IOException e) {
                throw Spills.failed("read", file, e);
            }
        }

        void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw Spills.failed("close", file, e);
            }
        }

        @Override
        public int compareTo(Run other) {
            return Arrays.compareUnsigned(bytes, 0, length, other.bytes, 0, other.length);
        }
    }
}
