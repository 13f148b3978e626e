package org.sss.benchmarks.engines.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactTest {
    @Test
    void theNearestCenterIsFoundCoordinateByCoordinate() {
        Random random = new Random(7);
        double[][] centers = points(random, 9, 3);
        double[][] turned = Exact.turned(centers);
        for (double[] point : points(random, 1000, 3)) {
            int found = Exact.nearest(point, turned, new double[9]);
            for (int k = 0; k < centers.length; k++) {
                if (k < found) {
                    assertThat(distance(point, centers[k])).isGreaterThan(distance(point, centers[found]));
                } else {
                    assertThat(distance(point, centers[k])).isGreaterThanOrEqualTo(distance(point, centers[found]));
                }
            }
        }
    }

    /** Few coordinates are possible, so that some centers are equally near. */
    private static double[][] points(Random random, int count, int dimensions) {
        double[][] points = new double[count][dimensions];
        for (double[] point : points) {
            for (int j = 0; j < dimensions; j++) {
                point[j] = random.nextInt(4);
            }
        }
        return points;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += (a[j] - b[j]) * (a[j] - b[j]);
        }
        return sum;
    }
}
