package org.sss.server.coordinator.execution.job;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.server.coordinator.state.Committed;

/** Whether a run of a job has read and stored all tuples. Immutable. */
record TupleChecks(String workflow, JobSpec spec, RunContext context) {
    /** Refuses groups of which a node has lost tuples, or has the only copy and is not in use. */
    void checkWhole(List<GroupInfo> groups) {
        for (GroupInfo group : groups) {
            context.catalog().losses().withLosses(group).checkWhole();
            context.catalog().checkReadable(group);
        }
    }

    /** Detects a lost or emptied directory of a node, which has no damaged files. */
    void checkAllRead(List<GroupInfo> inputs, long tuplesRead) {
        long expected = 0;
        for (GroupInfo input : inputs) {
            expected += input.tuples();
        }
        // The number of tuples of a source is unknown.
        boolean wrong = spec.splits().isEmpty() ? tuplesRead != expected : tuplesRead < expected;
        if (wrong) {
            boolean memory = inputs.stream().anyMatch(GroupInfo::inMemory);
            throw new SssException(
                    memory ? ErrorCode.NOT_FOUND : ErrorCode.CORRUPT,
                    "job '" + spec.name() + "' of " + workflow + " read "
                            + tuplesRead + " tuples of " + JobWrite.names(inputs) + ", which "
                            + (inputs.size() == 1 ? "was" : "were")
                            + " committed with " + expected
                            + (memory
                                    ? ": a node that had some in its memory has restarted. Drop"
                                    : ": some of its files"
                                            + " are missing. Check that data.dir of each node is the one that it was, "
                                            + "or drop")
                            + " the group and write it again");
        }
    }

    /** Tasks count what they emit and what they combine, the data servers what they commit. */
    void checkAllStored(List<GroupInfo> outputs, List<Committed> committed, Progress done) {
        long tuples = 0;
        for (Committed group : committed) {
            tuples += group.sum().tuples();
        }
        if (done.tuplesOut() != tuples + done.tuplesCombined()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "job '" + spec.name() + "' of " + workflow + " emitted " + done.tuplesOut()
                            + " tuples, of which " + done.tuplesCombined()
                            + " were combined with others, but the nodes committed " + tuples
                            + " to " + JobWrite.names(outputs)
                            + ": tuples are lost or duplicated. Run the workflow again, and save the logs of"
                            + " the nodes if it happens again");
        }
    }
}
