package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.MessageFuzz;
import org.sss.net.control.ServerVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Verb;

/** Requests with names and numbers of groups, workflows and blobs that nodes have answered before. One thread. */
final class VerbInputs {
    private static final int GROUPS = 20;
    private static final int BEFORE = 50;
    private static final int MAX_BLOB_BYTES = 1 << 18;
    private static final Pattern GROUP = Pattern.compile("\"id\":(\\d+)[^{}]*?\"identity\":\"([0-9a-f]{32})\"");
    private static final Pattern WORKFLOW = Pattern.compile("\"id\":\"(wf-[^\"]+)\"");
    private static final Pattern BLOB = Pattern.compile("\"([0-9a-f]{64})\"");
    private static final Pattern BLOB_OR_EXAMPLE = Pattern.compile("\"([0-9a-f]{64}|0f)\"");
    /** Simple names of the messages of {@link MessageFuzz} by verb; verbs without one get nothing. */
    private static final Map<String, String> MESSAGES = Map.ofEntries(
            Map.entry("group.list", "GroupsAfter"),
            Map.entry("group.get", "Name"),
            Map.entry("group.write", "NewGroup"),
            Map.entry("group.drop", "DropGroup"),
            Map.entry("group.rename", "Rename"),
            Map.entry("group.copy", "Copy"),
            Map.entry("group.orphans", "OrphansAfter"),
            Map.entry("group.adopt", "Adopt"),
            Map.entry("group.purge", "Purge"),
            Map.entry("blob.has", "BlobIds"),
            Map.entry("blob.put", "Blob"),
            Map.entry("blob.get", "Blob"),
            Map.entry("workflow.submit", "WorkflowSpec"),
            Map.entry("workflow.follow", "Name"),
            Map.entry("workflow.get", "Name"),
            Map.entry("workflow.spec", "Name"),
            Map.entry("workflow.list", "WorkflowsBelow"),
            Map.entry("workflow.cancel", "Name"),
            Map.entry("security.tokens", "KnownTokens"),
            Map.entry("task.run", "TaskSpec"),
            Map.entry("data.put", "Put"),
            Map.entry("data.commit", "Commit"),
            Map.entry("data.clone", "Clone"),
            Map.entry("data.abort", "Abort"),
            Map.entry("data.scan", "Scan"),
            Map.entry("data.sample", "Sample"),
            Map.entry("data.drop", "Drop"),
            Map.entry("data.stat", "Stat"),
            Map.entry("data.describe", "Describe"));

    private final Random random;
    private final ByteChanges changes;
    private final List<String> verbs;
    private final Known known;

    /** From answers. */
    private record Known(
            List<MatchResult> groups,
            List<String> workflows,
            List<String> blobs,
            List<byte[]> contents,
            List<byte[]> specs) {
        Known() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @param body as JSON, or binary for {@code data.get} */
    record Input(String verb, byte[] body) {}

    private VerbInputs(List<String> verbs, Known known, Random random) {
        this.verbs = verbs;
        this.known = known;
        this.random = random;
        changes = new ByteChanges(random);
    }

    static VerbInputs ofServers(Random random) {
        return new VerbInputs(verbs(ServerVerbs.class), new Known(), random);
    }

    /** For data servers, with the names and numbers that this gets and has got. */
    VerbInputs ofDataServers() {
        return new VerbInputs(verbs(DataVerbs.class), known, random);
    }

    private static List<String> verbs(Class<?> type) {
        List<String> verbs = new ArrayList<>();
        for (var field : type.getFields()) {
            if (field.getType() == Verb.class) {
                try {
                    verbs.add(((Verb) field.get(null)).name());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return verbs;
    }

    /** Half of them are valid. */
    Input next() {
        String verb = random.nextInt(50) == 0
                ? new String(changes.bytes(1 + random.nextInt(20)), ISO_8859_1)
                : verbs.get(random.nextInt(verbs.size()));
        return new Input(verb, changes.maybe(body(verb)));
    }

    private byte[] body(String verb) {
        if (verb.equals("data.get")) {
            return keys();
        }
        if (verb.equals("workflow.submit") && !known.specs().isEmpty() && random.nextInt(4) > 0) {
            return withKnownNames(pick(known.specs()));
        }
        String type = random.nextInt(20) == 0 ? "" : MESSAGES.getOrDefault(verb, "Nothing");
        Object message = MessageFuzz.MESSAGES.stream()
                .filter(each -> each.getClass().getSimpleName().equals(type))
                .findFirst()
                .orElseGet(() -> pick(MessageFuzz.MESSAGES));
        return withKnownNames(Json.write(message));
    }

    private byte[] withKnownNames(byte[] json) {
        String text = new String(json, UTF_8);
        if (!known.groups().isEmpty()) {
            MatchResult group = pick(known.groups());
            text = text.replaceAll("\"(group|id)\":[78]\\b", "\"$1\":" + group.group(1))
                    .replaceAll("00112233445566778899aabbccddeeff", group.group(2));
        }
        if (!known.workflows().isEmpty()) {
            String workflow = pick(known.workflows());
            text = text.replaceAll("\\bwf-[13]\\b", workflow);
            text = text.equals("{\"name\":\"words\"}") && random.nextBoolean() ? text.replace("words", workflow) : text;
        }
        if (!known.blobs().isEmpty()) {
            text = BLOB_OR_EXAMPLE
                    .matcher(text)
                    .replaceAll(found -> found.group(1).length() > 2 && random.nextInt(4) > 0
                            ? found.group()
                            : "\"" + pick(known.blobs()) + "\"");
        }
        String name = "fuzz." + random.nextInt(GROUPS);
        String other = "fuzz." + random.nextInt(GROUPS);
        return text.replaceAll("\"(words|a|counts)\"", "\"" + name + "\"")
                .replaceAll("\"(lines|b)\"", "\"" + other + "\"")
                .getBytes(UTF_8);
    }

    private byte[] keys() {
        MatchResult group = known.groups().isEmpty() ? null : pick(known.groups());
        byte[] head = new byte[8 + 16 + 4];
        if (group != null) {
            System.arraycopy(
                    ByteBuffer.allocate(8)
                            .putLong(Long.parseLong(group.group(1)))
                            .array(),
                    0,
                    head,
                    0,
                    8);
            System.arraycopy(HexFormat.of().parseHex(group.group(2)), 0, head, 8, 16);
        }
        head[head.length - 1] = 1;
        return RawPeer.join(head, new byte[] {0, 0, 0, (byte) random.nextInt(4), 0, 3}, changes.bytes(3));
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Uses names and numbers of an answer from now on. */
    void learn(String verb, byte[] answer) {
        if (verb.equals("blob.get")) {
            add(known.contents(), answer.length <= MAX_BLOB_BYTES ? answer : new byte[1]);
            return;
        }
        String text = new String(answer, UTF_8);
        for (Matcher found = GROUP.matcher(text); found.find(); ) {
            add(known.groups(), found.toMatchResult());
        }
        for (Matcher found = WORKFLOW.matcher(text); found.find(); ) {
            add(known.workflows(), found.group(1));
        }
        if (verb.equals("workflow.spec")) {
            add(known.specs(), answer);
            for (Matcher found = BLOB.matcher(text); found.find(); ) {
                add(known.blobs(), found.group(1));
            }
        }
    }

    /** Returns changed content of a blob, which the blobs that are known then include. */
    byte[] blob() {
        byte[] content = changes.maybe(
                known.contents().isEmpty() || random.nextInt(4) == 0
                        ? changes.bytes(1 + random.nextInt(20_000))
                        : pick(known.contents()));
        add(known.blobs(), id(content));
        return content;
    }

    static String id(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> void add(List<T> list, T value) {
        if (list.size() < BEFORE) {
            list.add(value);
        } else {
            list.set(random.nextInt(BEFORE), value);
        }
    }
}
