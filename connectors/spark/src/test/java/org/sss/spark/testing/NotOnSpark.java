package org.sss.spark.testing;

import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Leaves out those tests of clients that are about something else than the jobs of workflows, with the reason. */
public final class NotOnSpark implements ExecutionCondition {
    private static final String REPLAY = "sss replay reads the workflows of a cluster";
    private static final String MANY = "hundreds of iterations, each of which is a job of Spark, take minutes";
    private static final String CREATOR = "copies between the store and the cluster of the test have another creator";
    private static final String LIMIT = "a store has another limit: see RefusedIT";
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("TutorialFilesTest#leaveOutRowsThatCannotBeRead", REPLAY),
            Map.entry("TutorialJoinsTest#failuresThatDoNotEndTheJob", REPLAY),
            Map.entry("TutorialMigratingTest#eachCallInTheTablesIsInThisFile", "reads a source file of its module"),
            Map.entry("TutorialStreamIT#aProcessThatIsBusyForLongSaysSo", "stallTimeout is without effect on Spark"),
            Map.entry("CrossIT#rejectsATooLargeSmallGroupWithItsSize", LIMIT),
            Map.entry("LoopsIT#aConditionOnACounterEndsTheLoop", MANY),
            Map.entry("LoopsIT#aThousandIterationsLeaveNoGroups", MANY),
            Map.entry("LoopsIT#aThousandIterationsNeedNoMoreMemoryThanAFew", MANY),
            Map.entry("LoopsIT#retainedIterationsReplaceOnlyThoseOfAnEarlierRun", CREATOR));

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String name = context.getTestClass().map(Class::getSimpleName).orElse("")
                + context.getTestMethod().map(method -> "#" + method.getName()).orElse("");
        String reason = REASONS.get(name);
        return reason == null
                ? ConditionEvaluationResult.enabled("runs on Spark")
                : ConditionEvaluationResult.disabled(reason);
    }
}
