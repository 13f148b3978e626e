/**
 * {@code sss doctor}: what a machine, and the nodes of a cluster, support. Depends on the command line and the client.
 *
 * <pre>
 *   DoctorCommand ---> MachineChecks: Java, native library, limits, shared memory, RDMA, load
 *                 ---> NodeChecks: health, and how data goes to each other node
 *                 ---> WorkflowChecks: those that wait for a lost node or show no sign of life
 * </pre>
 */
package org.sss.cli.doctor;
