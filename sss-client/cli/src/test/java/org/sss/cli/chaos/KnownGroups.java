package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The groups that clients expect: names, and digests of the content. A change that failed remains pending, as it may or
 * may not have been applied. Thread-safe; a group belongs to one thread.
 */
final class KnownGroups {
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Set<Change> underWay = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    /** A change of groups from one state to another, atomically. */
    private record Change(String what, Map<String, String> before, Map<String, String> after) {}

    void made(String name, String digest) {
        acknowledged.put(name, digest);
    }

    void make(String name, String digest, Runnable work) {
        change(new Change("make " + name, Map.of(), Map.of(name, digest)), work);
    }

    void replace(String name, String digest, Runnable work) {
        change(new Change("replace " + name, Map.of(name, acknowledged.get(name)), Map.of(name, digest)), work);
    }

    void rename(String from, String to, Runnable work) {
        String digest = acknowledged.get(from);
        change(new Change("rename " + from + " to " + to, Map.of(from, digest), Map.of(to, digest)), work);
    }

    void drop(String name, Runnable work) {
        change(new Change("drop " + name, Map.of(name, acknowledged.get(name)), Map.of()), work);
    }

    private void change(Change change, Runnable work) {
        underWay.add(change);
        change.before.keySet().forEach(acknowledged::remove);
        work.run();
        acknowledged.putAll(change.after);
        underWay.remove(change);
    }

    /**
     * Compares {@code found} with the expected groups, and replaces these. No thread may change groups during the call.
     *
     * @param found the digests of all existing groups
     */
    void check(Map<String, String> found, String round) {
        Map<String, String> others = new TreeMap<>(found);
        for (Change change : underWay) {
            Set<String> names = new HashSet<>(change.before.keySet());
            names.addAll(change.after.keySet());
            Map<String, String> now = new HashMap<>(found);
            now.keySet().retainAll(names);
            assertThat(now)
                    .as("%s: before or after, all of it: %s", round, change.what)
                    .isIn(change.before, change.after);
            outcomes.merge(
                    change.what.split(" ")[0] + (now.equals(change.after) ? " done" : " not done"), 1, Integer::sum);
            others.keySet().removeAll(names);
        }
        assertThat(others).as("%s: what was acknowledged", round).isEqualTo(acknowledged);
        underWay.clear();
        acknowledged.putAll(found);
    }

    /** Numbers of pending changes that were found applied or not applied. */
    Map<String, Integer> outcomes() {
        return outcomes;
    }
}
