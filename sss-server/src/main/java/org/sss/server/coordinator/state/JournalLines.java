package org.sss.server.coordinator.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Splits a journal into its lines and tells a torn end from damage: what a crash cuts off has no line feed, and was never
 * acknowledged; a line with one is whole and must be good, the last one too.
 */
final class JournalLines {
    private static final int CRC_CHARS = 8;

    private JournalLines() {
    }

    static List<String> read(String fileName, byte[] content) {
        List<String> texts = new ArrayList<>();
        int start = 0;
        for (int end; (end = lineEnd(content, start)) < content.length; start = end + 1) {
            if (!isGood(content, start, end)) {
                throw damaged(fileName, texts.size() + 1);
            }
            texts.add(new String(content, start + CRC_CHARS + 1, end - start - CRC_CHARS - 1, StandardCharsets.UTF_8));
        }
        if (start < content.length && isGood(content, start, content.length - 1)) {
            throw damaged(fileName, texts.size() + 1); // whole but for another byte in place of the line feed
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

    private static SssException damaged(String fileName, int line) {
        return new SssException(ErrorCode.CORRUPT, "line " + line + " of the journal " + fileName + " is damaged; restore the"
                + " file from a backup, or delete that line if you can do without what it says");
    }
}
