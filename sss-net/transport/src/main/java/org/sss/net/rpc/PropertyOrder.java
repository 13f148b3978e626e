package org.sss.net.rpc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * All properties of a message in the order in which they are written; without it, they have the order of the
 * components. Messages are read in any order.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PropertyOrder {
    String[] value();
}
