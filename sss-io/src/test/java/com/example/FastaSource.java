package com.example;

import java.io.IOException;
import org.sss.io.ByteWindow;
import org.sss.io.FileRecords;
import org.sss.io.FileSource;
import org.sss.io.InputFiles;
import org.sss.io.RecordScanner;

/** Sequences in FASTA files: a line with {@code >} and a name, then lines of letters. Quoted in docs/guide/files.md. */
public final class FastaSource extends FileSource<Long, FastaSource.Sequence, FastaSource> {
    private static final long serialVersionUID = 1L;

    public record Sequence(String name, String letters) {
    }

    public FastaSource(InputFiles files) {
        super("FASTA files", files);
    }

    @Override
    protected FastaSource with(InputFiles newFiles) {
        return new FastaSource(newFiles);
    }

    @Override
    protected boolean splitsAtLines() {
        return false;
    }

    @Override
    protected RecordScanner scanner(ByteWindow window) {
        return new Scanner(window);
    }

    @Override
    protected void readRecords(FileRecords records, TupleSink<Long, Sequence> to) throws IOException {
        while (records.next()) {
            to.bytes(records.current().length() + 1L);
            String[] lines = records.current().text().split("\n", 2);
            if (lines.length == 2 && lines[0].startsWith(">")) {
                to.accept(records.position(), new Sequence(lines[0].substring(1), lines[1].replace("\n", "")));
            } else {
                records.failed("a sequence has a line with > and lines of letters", null, to);
            }
        }
    }

    /** A sequence ends at the newline before the next {@code >}. */
    private static final class Scanner extends RecordScanner {
        private boolean afterNewline;

        Scanner(ByteWindow window) {
            super(window);
        }

        @Override
        protected void restart() {
            afterNewline = false;
        }

        @Override
        protected int findEnd(byte[] array, int from, int to) {
            for (int i = from; i < to; i++) {
                if (afterNewline && array[i] == '>') {
                    return i - 1;
                }
                afterNewline = array[i] == '\n';
            }
            return -1;
        }
    }
}
