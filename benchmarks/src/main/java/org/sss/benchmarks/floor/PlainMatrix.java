package org.sss.benchmarks.floor;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.benchmarks.measure.Workload;

/**
 * Covariances of the rows of a matrix, and the product of two, on arrays of int; rows are dealt to the threads. Both are computed four
 * at a time, so that what is loaded is used more than once. Stateless.
 */
final class PlainMatrix {
    /** Of a product: rows of the second matrix are used for all of these once they are in the cache. */
    private static final int ROWS_AT_A_TIME = 32;
    /** Of covariances: so many rows are used for as many others once they are in the cache. */
    private static final int BLOCK = 64;

    private PlainMatrix() {
    }

    /** Row i of the answer has the covariances with rows i, i + 1 and so on. */
    static void pca(Workload workload, Path output) throws Exception {
        int n = workload.number("size", 0);
        int[][] rows = read(workload.input(), n, n);
        Threads.run(thread -> {
            for (int i = thread; i < n; i += Threads.COUNT) {
                center(rows[i]);
            }
            return null;
        });
        int[][] answer = new int[n][];
        for (int i = 0; i < n; i++) {
            answer[i] = new int[n - i];
        }
        Threads.run(thread -> {
            for (int first = thread * BLOCK; first < n; first += Threads.COUNT * BLOCK) {
                for (int second = first; second < n; second += BLOCK) {
                    covariances(rows, first, second, answer);
                }
            }
            return null;
        });
        write(answer, output);
    }

    private static void center(int[] row) {
        long sum = 0;
        for (int value : row) {
            sum += value;
        }
        int mean = (int) (sum / row.length);
        for (int k = 0; k < row.length; k++) {
            row[k] -= mean;
        }
    }

    /** Of two blocks of rows, of which the second is not before the first. */
    private static void covariances(int[][] rows, int first, int second, int[][] answer) {
        int n = rows.length;
        int end = Math.min(second + BLOCK, n);
        for (int i = first; i < Math.min(first + BLOCK, n); i++) {
            int j = Math.max(i, second);
            for (; j + 4 <= end; j += 4) {
                products(rows[i], rows[j], rows[j + 1], rows[j + 2], rows[j + 3], answer[i], j - i);
            }
            for (; j < end; j++) {
                answer[i][j - i] = product(rows[i], rows[j]);
            }
            for (int done = Math.max(i, second); done < end; done++) {
                answer[i][done - i] /= n - 1;
            }
        }
    }

    private static void products(int[] row, int[] a, int[] b, int[] c, int[] d, int[] to, int at) {
        int ofA = 0;
        int ofB = 0;
        int ofC = 0;
        int ofD = 0;
        for (int k = 0; k < row.length; k++) {
            ofA += row[k] * a[k];
            ofB += row[k] * b[k];
            ofC += row[k] * c[k];
            ofD += row[k] * d[k];
        }
        to[at] = ofA;
        to[at + 1] = ofB;
        to[at + 2] = ofC;
        to[at + 3] = ofD;
    }

    private static int product(int[] a, int[] b) {
        int sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += a[k] * b[k];
        }
        return sum;
    }

    /** The file has both factors, one below the other. */
    static void multiply(Workload workload, Path output) throws Exception {
        int n = workload.number("size", 0);
        int[][] both = read(workload.input(), 2 * n, n);
        int[][] answer = new int[n][n];
        Threads.run(thread -> {
            for (int i = thread * ROWS_AT_A_TIME; i < n; i += Threads.COUNT * ROWS_AT_A_TIME) {
                multiply(both, n, i, Math.min(i + ROWS_AT_A_TIME, n), answer);
            }
            return null;
        });
        write(answer, output);
    }

    private static void multiply(int[][] both, int n, int from, int to, int[][] answer) {
        int k = 0;
        for (; k + 4 <= n; k += 4) {
            for (int i = from; i < to; i++) {
                addMultiples(answer[i], both[i], k, both[n + k], both[n + k + 1], both[n + k + 2], both[n + k + 3]);
            }
        }
        for (; k < n; k++) {
            for (int i = from; i < to; i++) {
                addMultiple(answer[i], both[i][k], both[n + k]);
            }
        }
    }

    private static void addMultiples(int[] sum, int[] factors, int k, int[] a, int[] b, int[] c, int[] d) {
        int ofA = factors[k];
        int ofB = factors[k + 1];
        int ofC = factors[k + 2];
        int ofD = factors[k + 3];
        for (int j = 0; j < sum.length; j++) {
            sum[j] += ofA * a[j] + ofB * b[j] + ofC * c[j] + ofD * d[j];
        }
    }

    private static void addMultiple(int[] sum, int factor, int[] row) {
        for (int j = 0; j < sum.length; j++) {
            sum[j] += factor * row[j];
        }
    }

    private static int[][] read(Path file, int rows, int columns) throws IOException {
        int[][] matrix = new int[rows][columns];
        byte[] row = new byte[columns * Integer.BYTES];
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
            for (int i = 0; i < rows; i++) {
                in.readFully(row);
                ByteBuffer.wrap(row).asIntBuffer().get(matrix[i]);
            }
        }
        return matrix;
    }

    private static void write(int[][] matrix, Path output) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(output), 1 << 20))) {
            for (int[] row : matrix) {
                ByteBuffer bytes = ByteBuffer.allocate(row.length * Integer.BYTES);
                bytes.asIntBuffer().put(row);
                out.write(bytes.array());
            }
        }
    }

    /** Of rows that end in the last column. */
    static String digestOfTriangle(Path output) throws IOException {
        int numbers = (int) (Files.size(output) / Integer.BYTES);
        int n = (int) ((Math.sqrt(8.0 * numbers + 1) - 1) / 2);
        return digest(output, n, true);
    }

    static String digestOfSquare(Path output) throws IOException {
        return digest(output, (int) Math.sqrt(Files.size(output) / (double) Integer.BYTES), false);
    }

    /** The sum, and the sum of each number times its place, which tells them apart. */
    private static String digest(Path output, int n, boolean triangle) throws IOException {
        long sum = 0;
        long check = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(output), 1 << 20))) {
            for (int i = 0; i < n; i++) {
                for (int j = triangle ? i : 0; j < n; j++) {
                    int number = in.readInt();
                    sum += number;
                    check += number * (1L + (long) i * n + j);
                }
            }
        }
        return "sum=" + sum + " check=" + Long.toHexString(check);
    }
}
