package org.sss.io;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.NumericNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.sss.api.NumberSyntax;

/**
 * A number with a fraction or an exponent in its original notation, which a double would not preserve: {@code 1.10},
 * {@code 10000000.5}, more than 17 digits; also {@code NaN} and {@code Infinity}, as Python prints them. Numbers are
 * equal if their notations are equal. Immutable.
 */
final class JsonNumber extends NumericNode {
    private static final long serialVersionUID = 1L;

    private final String written;

    /** @param written by the rules of JSON, or NaN, Infinity, -Infinity */
    JsonNumber(String written) {
        this.written = written;
    }

    @Override
    public JsonToken asToken() {
        return JsonToken.VALUE_NUMBER_FLOAT;
    }

    @Override
    public JsonParser.NumberType numberType() {
        return JsonParser.NumberType.DOUBLE;
    }

    @Override
    public Number numberValue() {
        return doubleValue();
    }

    @Override
    public int intValue() {
        return (int) doubleValue();
    }

    @Override
    public long longValue() {
        return (long) doubleValue();
    }

    @Override
    public double doubleValue() {
        return NumberSyntax.parseDouble(written);
    }

    @Override
    public BigDecimal decimalValue() {
        return new BigDecimal(written);
    }

    @Override
    public BigInteger bigIntegerValue() {
        return BigDecimal.valueOf(doubleValue()).toBigInteger();
    }

    @Override
    public boolean canConvertToInt() {
        return doubleValue() >= Integer.MIN_VALUE && doubleValue() <= Integer.MAX_VALUE;
    }

    @Override
    public boolean canConvertToLong() {
        return doubleValue() >= Long.MIN_VALUE && doubleValue() <= Long.MAX_VALUE;
    }

    @Override
    public String asText() {
        return written;
    }

    @Override
    public void serialize(JsonGenerator json, SerializerProvider provider) throws IOException {
        json.writeNumber(written);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof JsonNumber other && written.equals(other.written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }
}
