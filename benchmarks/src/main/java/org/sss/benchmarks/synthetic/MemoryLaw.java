package org.sss.benchmarks.synthetic;

/**
 * How the peak of the memory grows with the bytes that a job writes: by a power of them, as Java's heap grows in steps
 * that become fewer. A line through a short run would be too steep. Immutable.
 *
 * @param bytes    that the larger of two runs wrote
 * @param rssBytes its peak
 * @param exponent from 0 to 1
 * @param min    what a job takes that has nearly nothing to do
 * @param max     to what it grows, as the heap has a limit
 */
public record MemoryLaw(double bytes, double rssBytes, double exponent, double min, double max) {
    /** Through the peaks of two runs, of which the second one wrote more, if the job has more. */
    static MemoryLaw through(
            double smallBytes, double smallRss, double largeBytes, double largeRss, double min, double max) {
        double exponent =
                largeBytes > smallBytes ? Math.log(largeRss / smallRss) / Math.log(largeBytes / smallBytes) : 0;
        return new MemoryLaw(largeBytes, largeRss, Math.max(0, Math.min(1, exponent)), min, Math.max(min, max));
    }

    /** @param written bytes of keys and values, intermediate ones among them */
    double at(double written) {
        return Math.min(max, Math.max(min, rssBytes * Math.pow(written / bytes, exponent)));
    }
}
