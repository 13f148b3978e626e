package org.sss.benchmarks.synthetic;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/** Parameters that travel with a job. Immutable. */
public final class SyntheticConfText implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, String> values;

    public SyntheticConfText(SyntheticConf conf) {
        values = new LinkedHashMap<>(conf.toMap());
    }

    public SyntheticConf read() {
        return SyntheticConf.of(Map.copyOf(values));
    }
}
