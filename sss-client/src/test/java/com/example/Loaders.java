package com.example;

import org.sss.api.JoinKind;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Functions that report whether the context class loader of their thread is their own class loader. */
public final class Loaders {
    private Loaders() {
    }

    private static String which() {
        return Thread.currentThread().getContextClassLoader() == Loaders.class.getClassLoader() ? "own" : "another";
    }

    /** A job of each kind, as {@code out-map} and so on. */
    public static Workflow workflow(TupleGroup<Long, String> lines) {
        Workflow workflow = Workflow.named("loaders");
        workflow.map(lines, out(lines, "map"), (at, line, out) -> out.emit(at, which()));
        workflow.reduce(lines, out(lines, "reduce"), (at, all, out) -> out.emit(at, which()));
        workflow.join(lines, lines, out(lines, "join"), JoinKind.INNER, (at, left, right, out) -> out.emit(at, which()));
        workflow.cross(lines, lines, out(lines, "cross"), (at, line, other, otherLine, out) -> out.emit(at, which()));
        return workflow;
    }

    public static TupleGroup<Long, String> out(TupleGroup<Long, String> lines, String kind) {
        return TupleGroup.of("out-" + kind, lines.keys(), lines.values());
    }
}
