package org.sss.io.store;

import java.nio.file.Path;

/**
 * Jars in {@code ext/NAME}, with a class loader of their own, or those of the class path. Immutable.
 *
 * @param name      of the directory; empty for the class path
 * @param directory null for the class path
 */
public record Connector(String name, Path directory, int jars, ClassLoader loader) {}
