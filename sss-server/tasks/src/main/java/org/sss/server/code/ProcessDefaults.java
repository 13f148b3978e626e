package org.sss.server.code;

import java.io.InputStream;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/**
 * State of the whole process that code of jobs can change, such as the default time zone: what a job changes is set
 * back when the last of its tasks here has ended, and set again before its next one. Only for processes that are
 * dedicated nodes. Thread-safe. A check costs two to three microseconds, most of it for the system properties.
 */
public final class ProcessDefaults {
    /** Does nothing, for processes of users. */
    public static final ProcessDefaults NONE = new ProcessDefaults(List.of());

    private static final int MAX_VALUE_CHARS = 60;

    /** @param name with which the user changes it */
    private record Item(String name, Supplier<Object> get, Consumer<Object> set) {
        static <T> Item of(String name, Class<T> type, Supplier<T> get, Consumer<T> set) {
            return new Item(name, get::get, value -> set.accept(type.cast(value)));
        }
    }

    /** A system property, as an item of its own. */
    private record Property(Object key) {}

    /** The tasks of one workflow that run now. */
    private static final class Running {
        private int tasks;
    }

    private final List<Item> items;
    /** Of the process, before code of jobs ran. Guarded by this, like the fields below; null before the first task. */
    private Map<Object, Object> defaults;

    private Map<Object, Object> properties;
    private Properties container;
    private final Map<JobCode, Running> running = new HashMap<>();

    private ProcessDefaults(List<Item> items) {
        this.items = items;
    }

    /** Returns those of this process. */
    public static ProcessDefaults ofThisProcess() {
        List<Item> items = new ArrayList<>();
        items.add(Item.of("the default time zone", TimeZone.class, TimeZone::getDefault, TimeZone::setDefault));
        // First, since it sets the two others, too.
        items.add(Item.of("the default locale", Locale.class, Locale::getDefault, Locale::setDefault));
        for (Locale.Category category : Locale.Category.values()) {
            items.add(Item.of(
                    "the default locale of category " + category,
                    Locale.class,
                    () -> Locale.getDefault(category),
                    locale -> Locale.setDefault(category, locale)));
        }
        items.add(Item.of("System.in", InputStream.class, () -> System.in, System::setIn));
        items.add(Item.of("System.out", PrintStream.class, () -> System.out, System::setOut));
        items.add(Item.of("System.err", PrintStream.class, () -> System.err, System::setErr));
        items.add(Item.of(
                "the default handler of uncaught exceptions",
                Thread.UncaughtExceptionHandler.class,
                Thread::getDefaultUncaughtExceptionHandler,
                Thread::setDefaultUncaughtExceptionHandler));
        items.add(Item.of(
                "the default Authenticator",
                Authenticator.class,
                Authenticator::getDefault,
                Authenticator::setDefault));
        items.add(Item.of(
                "the default ProxySelector",
                ProxySelector.class,
                ProxySelector::getDefault,
                ProxySelector::setDefault));
        items.add(Item.of(
                "the default CookieHandler",
                CookieHandler.class,
                CookieHandler::getDefault,
                CookieHandler::setDefault));
        items.add(Item.of(
                "the default ResponseCache",
                ResponseCache.class,
                ResponseCache::getDefault,
                ResponseCache::setDefault));
        addTls(items);
        return new ProcessDefaults(items);
    }

    private static void addTls(List<Item> items) {
        items.add(Item.of("the default SSLContext", SSLContext.class, TlsDefaults::context, TlsDefaults::setContext));
        items.add(Item.of(
                "the default SSLSocketFactory of HttpsURLConnection",
                SSLSocketFactory.class,
                TlsDefaults::sockets,
                TlsDefaults::setSockets));
        items.add(Item.of(
                "the default HostnameVerifier of HttpsURLConnection",
                HostnameVerifier.class,
                TlsDefaults::verifier,
                TlsDefaults::setVerifier));
    }

    /** Called before a task runs code, also initializers of its classes; {@link #leave} is called after it. */
    public void enter(JobCode code) {
        if (isOf(code)) {
            started(code);
        }
    }

    private boolean isOf(JobCode code) {
        return !items.isEmpty() && !code.isShared();
    }

    private synchronized void started(JobCode code) {
        if (defaults == null) {
            defaults = current();
            container = System.getProperties();
            properties = new HashMap<>(container);
        }
        if (running.computeIfAbsent(code, any -> new Running()).tasks++ == 0) {
            code.changes().forEach(this::set);
        }
    }

    /** Returns what the code of a task, which is about to end, has changed, as warnings. */
    public List<String> changed(JobCode code) {
        return isOf(code) ? added(code) : List.of();
    }

    private synchronized List<String> added(JobCode code) {
        List<String> warnings = new ArrayList<>();
        changes().forEach((item, value) -> {
            if (!isKnown(item, value)) {
                code.changes().put(item, value);
                warnings.add("its code changed " + name(item) + (isText(item) ? " to " + shown(value) : "")
                        + " of the whole node"
                        + (running.size() == 1 ? "" : ", or another job did that ran at the same time")
                        + "; it was set back afterwards");
            }
        });
        return warnings;
    }

    private boolean isKnown(Object item, Object value) {
        return running.keySet().stream()
                .anyMatch(code -> code.changes().containsKey(item)
                        && Objects.equals(code.changes().get(item), value));
    }

    /**
     * Called at the end of a task, whatever its end.
     *
     * @param isChecked whether {@link #changed} has been called after its code
     */
    public void leave(JobCode code, boolean isChecked) {
        if (isOf(code)) {
            ended(code, isChecked);
        }
    }

    @SuppressWarnings("ReferenceEquality") // other properties may be equal
    private synchronized void ended(JobCode code, boolean isChecked) {
        if (!isChecked) {
            added(code);
        }
        if (--running.get(code).tasks > 0) {
            return;
        }
        running.remove(code);
        for (Object item : code.changes().keySet()) {
            Object other = running.keySet().stream()
                    .filter(each -> each.changes().containsKey(item))
                    .findFirst()
                    .orElse(null);
            set(
                    item,
                    other == null
                            ? byDefault(item)
                            : ((JobCode) other).changes().get(item));
        }
        if (System.getProperties() != container) {
            System.setProperties(container);
            changes().keySet().forEach(item -> set(item, byDefault(item)));
        }
    }

    private Object byDefault(Object item) {
        return item instanceof Property property ? properties.get(property.key()) : defaults.get(item);
    }

    /** Returns the items that differ from the defaults, in the order in which they are set. */
    private Map<Object, Object> changes() {
        Map<Object, Object> changes = new LinkedHashMap<>();
        for (Item item : items) {
            Object now = item.get().get();
            if (!Objects.equals(now, defaults.get(item))) {
                changes.put(item, now);
            }
        }
        Properties now = System.getProperties();
        if (!now.equals(properties)) {
            Map<Object, Object> copy = new HashMap<>(now);
            copy.forEach((key, value) -> {
                if (!value.equals(properties.get(key))) {
                    changes.put(new Property(key), value);
                }
            });
            properties.keySet().stream()
                    .filter(key -> !copy.containsKey(key))
                    .forEach(key -> changes.put(new Property(key), null));
        }
        return changes;
    }

    private Map<Object, Object> current() {
        Map<Object, Object> values = new HashMap<>();
        items.forEach(item -> values.put(item, item.get().get()));
        return values;
    }

    private void set(Object item, Object value) {
        if (item instanceof Item known) {
            known.set().accept(value);
        } else if (value == null) {
            System.getProperties().remove(((Property) item).key());
        } else {
            System.getProperties().put(((Property) item).key(), value);
        }
    }

    private static String name(Object item) {
        return item instanceof Item known
                ? known.name()
                : "the system property '" + shown(((Property) item).key()) + "'";
    }

    private static boolean isText(Object item) {
        return item instanceof Property
                || ((Item) item).name().contains("time zone")
                || ((Item) item).name().contains("locale");
    }

    private static String shown(Object value) {
        String text = value instanceof TimeZone zone ? zone.getID() : String.valueOf(value);
        return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "...";
    }
}
