/**
 * Commands that submit, show, wait for, cancel and replay workflows.
 *
 * <pre>
 *   RunCommand -> JobJar (class loader, job) -> SssJob.define -> SssClient.submit -> WorkflowView (progress)
 *   StreamCommand -> StreamWorkflow (executables as mapper and reducer)
 *   JobCommand -> ReportView
 * </pre>
 */
package org.sss.cli.workflow;
