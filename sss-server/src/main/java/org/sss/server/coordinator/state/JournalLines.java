package org.sss.server.coordinator.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Splits a journal into its lines and tells a torn end from damage. */
final class JournalLines {
    private static final int CRC_CHARS = 8;

    private JournalLines() {
    }

    static List<String> read(String fileName, byte[] content) {
        List<String> texts = new ArrayList<>();
        int damagedLine = 0;
        int line = 1;
        for (int start = 0; start < content.length; line++) {
            int end = lineEnd(content, start);
            boolean good = end < content.length && isGood(content, start, end);
            if (good && damagedLine > 0) {
                throw damaged(fileName, damagedLine, line);
            }
            if (good) {
                texts.add(new String(content, start + CRC_CHARS + 1, end - start - CRC_CHARS - 1, StandardCharsets.UTF_8));
            } else if (damagedLine == 0) {
                damagedLine = line;
            }
            start = end + 1;
        }
        return texts;
    }

    private static int lineEnd(byte[] content, int start) {
        int end = start;
        while (end < content.length && content[end] != '\n') {
            end++;
        }
        return end;
    }

    private static boolean isGood(byte[] content, int start, int end) {
        int textStart = start + CRC_CHARS + 1;
        return textStart <= end && content[textStart - 1] == ' '
                && Journal.crc(content, textStart, end - textStart)
                        .equals(new String(content, start, CRC_CHARS, StandardCharsets.ISO_8859_1));
    }

    private static SssException damaged(String fileName, int damagedLine, int goodLine) {
        return new SssException(ErrorCode.CORRUPT, "line " + damagedLine + " of the journal " + fileName + " is damaged (line "
                + goodLine + " after it is good, so this is no torn end); restore the file from a backup, or delete that line"
                + " if you can do without what it says");
    }
}
