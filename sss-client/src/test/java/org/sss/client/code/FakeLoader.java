package org.sss.client.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Defines copies of classes of the tests, with another origin than their files. */
final class FakeLoader extends ClassLoader {
    private final Predicate<String> own;
    private final ProtectionDomain domain;
    private final boolean givesBytes;
    private final Map<String, byte[]> defined = new TreeMap<>();

    /**
     * @param own        names of the classes to copy
     * @param source     of all of them; may be null
     * @param givesBytes whether they can be read as resources
     */
    FakeLoader(Predicate<String> own, URL source, boolean givesBytes) {
        super(FakeLoader.class.getClassLoader());
        this.own = own;
        this.domain = new ProtectionDomain(source == null ? null : new CodeSource(source, (Certificate[]) null), null);
        this.givesBytes = givesBytes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!own.test(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] content = in.readAllBytes();
            defined.put(file, content);
            return defineClass(name, content, 0, content.length, domain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public InputStream getResourceAsStream(String file) {
        if (!own.test(file.replace('/', '.').replace(".class", ""))) {
            return super.getResourceAsStream(file);
        }
        byte[] content = givesBytes ? defined.get(file) : null;
        return content == null ? null : new ByteArrayInputStream(content);
    }
}
