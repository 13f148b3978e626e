package com.example;

import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.sss.api.Emitter;
import org.sss.api.Mapper;

/** A function that calls a library which nodes do not have; in a package that they do not have either. */
public final class Users implements Mapper<Long, String, String, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void map(Long offset, String line, Emitter<String, Long> out) throws ParseException {
        Options options = new Options().addOption("u", true, "user");
        out.emit(new DefaultParser().parse(options, line.split(" ")).getOptionValue("u"), offset);
    }
}
