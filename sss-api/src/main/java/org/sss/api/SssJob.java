package org.sss.api;

/**
 * A program that the {@code sss run} command can submit: it turns its arguments into a workflow. Needs a public
 * constructor without arguments.
 */
@FunctionalInterface
public interface SssJob {
    Workflow define(String[] args) throws Exception;
}
