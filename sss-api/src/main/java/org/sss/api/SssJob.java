package org.sss.api;

/**
 * A program that the {@code sss run} command can submit: it builds a workflow from its arguments. Needs a public
 * constructor without arguments.
 */
@FunctionalInterface
public interface SssJob {
    Workflow define(String[] args) throws Exception;
}
