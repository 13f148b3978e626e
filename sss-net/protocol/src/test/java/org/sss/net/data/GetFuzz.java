package org.sss.net.data;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzTarget;

/**
 * Point reads: requests at a data server, answers at a client. One thread.
 *
 * <pre>
 *   input: 0, request
 *          1, u8 number of keys, frames of the answer: u16 length, bytes; the last one is the trailer
 * </pre>
 */
public final class GetFuzz implements FuzzTarget {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        try {
            if ((in.nextByte() & 1) == 0) {
                readRequest(in.rest());
            } else {
                readAnswer(in.nextByte(), in);
            }
            return true;
        } catch (SssException refused) {
            return false;
        }
    }

    private static void readRequest(byte[] request) {
        RequestedKeys keys = new RequestedKeys(request);
        while (keys.next()) {
            Objects.checkFromIndexSize(keys.keyOffset(), keys.keyLength(), keys.array().length);
        }
    }

    private static void readAnswer(int keys, FuzzBytes frames) {
        GetRequest request = new GetRequest(GroupKey.of(7), GetFormat.MAX_REQUEST_BYTES);
        try (GetAnswer answer = GetAnswer.ask(answering(frames), request, AT_ONCE)) {
            for (int key = 0; key < keys; key++) {
                for (int values = answer.nextKey(); values > 0; values--) {
                    answer.nextValue();
                    Objects.checkFromIndexSize(answer.valueOffset(), answer.valueLength(), answer.array().length);
                }
            }
            answer.end();
        }
    }

    private static AnsweringConnection answering(FuzzBytes in) {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = in.next(in.nextShort());
        while (!in.isEmpty()) {
            frames.add(frame);
            frame = in.next(in.nextShort());
        }
        return new AnsweringConnection(frames, frame);
    }

    @Override
    public Map<String, byte[]> seeds() {
        GetRequest request = new GetRequest(GroupKey.of(7), GetFormat.MAX_REQUEST_BYTES);
        request.add(0, "apple".getBytes(StandardCharsets.UTF_8));
        request.add(3, "".getBytes(StandardCharsets.UTF_8));
        request.add(3, "pear".getBytes(StandardCharsets.UTF_8));
        byte[] encoded = request.encode();
        byte[] seed = new byte[1 + encoded.length];
        System.arraycopy(encoded, 0, seed, 1, encoded.length);
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("request", seed);
        seeds.put("trailer-only", answer(2, 0, GetFormat.NOTHING_HERE));
        seeds.put("values", answer(3, GetFormat.TOO_LARGE, 2, 0, 0, 1, 0));
        return seeds;
    }

    private static byte[] answer(int keys, int... numbers) {
        byte[] answer = new byte[4 + 4 * numbers.length];
        answer[0] = 1;
        answer[1] = (byte) keys;
        answer[3] = (byte) (4 * numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            BigEndian.putInt(answer, 4 + 4 * i, numbers[i]);
        }
        return answer;
    }
}
