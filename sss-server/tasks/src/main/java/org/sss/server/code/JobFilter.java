package org.sss.server.code;

import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which classes the serialized functions of a job may use: the job's own, those of SSS, and the JDK's values
 * and collections. Also bounds depth, references, bytes, and the {@linkplain NestedWeight hashing} of collections, and
 * stops when its thread is interrupted. Used by the one thread that reads a job.
 *
 * <p>A job runs code of its client anyway. The filter keeps the reading itself harmless: no class outside the job's
 * code gets control, and a graph that would exhaust the stack ends with an error.
 */
final class JobFilter implements ObjectInputFilter {
    /** Java needs up to 20 frames a level, and fails at 400 to 500 levels. Jobs in practice have less than 50. */
    static final long MAX_DEPTH = 200;

    static final long MAX_REFERENCES = 50_000_000;
    static final long MAX_BYTES = 1L << 30;
    /**
     * Used in attacks on programs that deserialize: they run commands, load code or open connections when they are
     * read.
     */
    private static final List<String> GADGETS = List.of(
            "bsh.",
            "clojure.inspector.",
            "com.mchange.",
            "com.rometools.rome.feed.impl.",
            "com.sun.jndi.",
            "com.sun.org.apache.",
            "com.sun.rowset.",
            "com.sun.syndication.feed.impl.",
            "com.vaadin.data.util.",
            "groovy.util.Expando",
            "java.beans.",
            "java.net.URL",
            "java.rmi.",
            "java.security.SignedObject",
            "javassist.util.proxy.",
            "javax.management.",
            "javax.naming.",
            "javax.script.",
            "javax.sql.rowset.",
            "net.sf.json.JSONObject",
            "org.apache.click.control.",
            "org.apache.commons.beanutils.BeanComparator",
            "org.apache.commons.collections.functors.",
            "org.apache.commons.collections.keyvalue.TiedMapEntry",
            "org.apache.commons.collections.map.LazyMap",
            "org.apache.commons.collections4.functors.",
            "org.apache.commons.collections4.keyvalue.TiedMapEntry",
            "org.apache.commons.collections4.map.LazyMap",
            "org.apache.commons.fileupload.",
            "org.apache.myfaces.",
            "org.apache.wicket.util.upload.",
            "org.apache.xalan.",
            "org.apache.xbean.naming.",
            "org.aspectj.weaver.tools.cache.",
            "org.codehaus.groovy.runtime.ConvertedClosure",
            "org.codehaus.groovy.runtime.MethodClosure",
            "org.hibernate.engine.spi.TypedValue",
            "org.hibernate.property.",
            "org.hibernate.tuple.component.",
            "org.jboss.interceptor.",
            "org.jboss.weld.interceptor.",
            "org.mozilla.javascript.",
            "org.python.core.",
            "org.springframework.aop.",
            "org.springframework.beans.factory.",
            "org.springframework.core.SerializableTypeWrapper",
            "sun.rmi.");
    /** Of the JDK, besides the packages below java.time and java.util. */
    private static final Set<String> PACKAGES = Set.of(
            "java.lang",
            "java.lang.annotation",
            "java.math",
            "java.text",
            "java.time",
            "java.util",
            "sun.util.calendar");

    private static final Set<String> CLASSES = Set.of(
            "java.io.File",
            "java.io.Serializable",
            "java.lang.invoke.SerializedLambda",
            "java.lang.reflect.Proxy",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.SocketAddress",
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "sun.reflect.annotation.AnnotationInvocationHandler");
    private static final List<String> OWN_PACKAGES = List.of("org.sss.", "org.slf4j.");

    private final ClassLoader loader;
    private final long longestArray;
    private final Set<Class<?>> allowed = new HashSet<>();
    private final NestedWeight weight = new NestedWeight();
    private long references;
    private String refusal;

    /**
     * @param loader loads the job's code; a class is the job's own if it has another loader than the JDK's classes
     * @param bytes  length of the serialized job
     */
    JobFilter(ClassLoader loader, long bytes) {
        this.loader = loader;
        // A longer array cannot be in these bytes: they are corrupt and must not exhaust the node's memory. A map
        // has some free slots.
        longestArray = 64 + 4 * bytes;
    }

    /** Returns the reason of the first refusal and the remedy; null if nothing was refused. */
    String refusal() {
        return refusal;
    }

    /**
     * Called with each object that has been read.
     *
     * @throws InvalidObjectException if hashing it would take too long
     */
    void check(Object read) throws InvalidObjectException {
        if (!weight.add(read, references)) {
            String problem =
                    "they have collections in collections that share so many parts that hashing them would not end in "
                            + "time; keep"
                            + " the shared parts in a list or map, and refer to them by index or key";
            refusal = refusal == null ? problem : refusal;
            throw new InvalidObjectException(problem);
        }
    }

    @Override
    public Status checkInput(FilterInfo info) {
        references = info.references();
        String problem = problem(info);
        if (problem == null) {
            return info.serialClass() == null ? Status.UNDECIDED : Status.ALLOWED;
        }
        refusal = refusal == null ? problem : refusal;
        return Status.REJECTED;
    }

    private String problem(FilterInfo info) {
        if (Thread.currentThread().isInterrupted()) {
            return "reading them was interrupted";
        }
        if (info.depth() > MAX_DEPTH) {
            return tooLarge(
                    "objects nested more than " + MAX_DEPTH + " deep",
                    "keep them in an array or list instead of a chain");
        }
        if (info.references() > MAX_REFERENCES) {
            return tooLarge("more than " + MAX_REFERENCES + " objects", "read them from a side group");
        }
        if (info.streamBytes() > MAX_BYTES) {
            return tooLarge("more than " + MAX_BYTES + " bytes", "read them from a side group");
        }
        if (info.arrayLength() > longestArray) {
            return "they are damaged: an array of " + info.arrayLength()
                    + " elements cannot be in them; submit the workflow again";
        }
        Class<?> type = info.serialClass();
        if (type == null || allowed.contains(type)) {
            return null;
        }
        String problem = problem(type);
        if (problem == null) {
            allowed.add(type);
        }
        return problem;
    }

    private static String tooLarge(String what, String remedy) {
        return "they have " + what + "; " + remedy;
    }

    private String problem(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String name = element.getName();
        if (GADGETS.stream().anyMatch(gadget -> isIn(name, gadget))) {
            return "class " + name + " is refused, because attacks use it to run code while objects are read; capture"
                    + " plain values (java.net.URI instead of URL, for example), or create the object in setup()";
        }
        // The interfaces and the handler of a proxy are checked on their own.
        if (element.isPrimitive() || Proxy.isProxyClass(element) || isOfJob(element) || isValue(element)) {
            return null;
        }
        return "class " + name + " is neither of the job nor one of the JDK's values and collections; make the field"
                + " transient and create the object in setup(), or capture a plain value";
    }

    /** @param entry a class, or a package with a dot at its end */
    private static boolean isIn(String name, String entry) {
        return name.startsWith(entry)
                && (entry.endsWith(".") || name.length() == entry.length() || name.charAt(entry.length()) == '$');
    }

    private boolean isOfJob(Class<?> type) {
        ClassLoader of = type.getClassLoader();
        if (of == null || of == ClassLoader.getPlatformClassLoader()) {
            return false;
        }
        // In a cluster embedded in the user's program, all classes of the program are the job's own.
        return of == loader
                || !(loader instanceof JobClassLoader)
                || OWN_PACKAGES.stream().anyMatch(type.getName()::startsWith);
    }

    private static boolean isValue(Class<?> type) {
        String name = type.getName();
        return CLASSES.contains(name)
                || Throwable.class.isAssignableFrom(type) && name.startsWith("java.")
                || isInPackage(type.getPackageName());
    }

    private static boolean isInPackage(String name) {
        return PACKAGES.contains(name) || name.startsWith("java.util.") || name.startsWith("java.time.");
    }
}
