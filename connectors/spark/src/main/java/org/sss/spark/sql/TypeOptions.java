package org.sss.spark.sql;

import java.io.Serializable;
import java.util.Map;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How types that Spark does not have are shown. Immutable.
 *
 * @param flatten  the fields of records are columns, instead of one column of a structure
 * @param truncate nanoseconds of an instant are dropped, instead of an error
 * @param decimal  type of all decimals, or null
 */
record TypeOptions(boolean flatten, boolean truncate, DecimalType decimal) implements Serializable {
    static final String FLATTEN = "flatten";
    static final String TRUNCATE = "truncate";
    static final String DECIMAL = "decimal";

    /** @throws SssException INVALID_ARGUMENT for a wrong value */
    static TypeOptions of(Map<String, String> options) {
        return new TypeOptions(
                Boolean.parseBoolean(options.get(FLATTEN)),
                Boolean.parseBoolean(options.get(TRUNCATE)),
                decimal(options.get(DECIMAL)));
    }

    private static DecimalType decimal(String text) {
        if (text == null) {
            return null;
        }
        int comma = text.indexOf(',');
        try {
            return DataTypes.createDecimalType(
                    Integer.parseInt(text.substring(0, comma).strip()),
                    Integer.parseInt(text.substring(comma + 1).strip()));
        } catch (RuntimeException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the option 'decimal' has precision and scale, such as 38,18, and not '" + text + "'",
                    e);
        }
    }
}
