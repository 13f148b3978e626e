package com.example;

import java.util.List;
import java.util.function.Supplier;
import org.sss.api.Codecs;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** A program whose function needs other classes of it: one that it calls, one in a signature only, and an interface of its own. */
public final class Shop implements Supplier<Workflow> {
    /** A function of the program's own kind. */
    public interface Step extends Mapper<Long, String, String, Long> {
    }

    /** Called by the function. */
    static final class Prices {
        private Prices() {
        }

        static long of(String article) {
            return article.length();
        }
    }

    /** Only in the type of a method. */
    record Receipt(long cents) {
    }

    static List<Receipt> receipts(Receipt first) {
        return List.of(first);
    }

    @Override
    public Workflow get() {
        Workflow workflow = Workflow.named("shop");
        Step step = (id, article, out) -> out.emit(article, Prices.of(article));
        workflow.map(TupleGroup.of("articles", Codecs.LONG, Codecs.STRING), TupleGroup.of("prices", Codecs.STRING, Codecs.LONG), step);
        return workflow;
    }
}
