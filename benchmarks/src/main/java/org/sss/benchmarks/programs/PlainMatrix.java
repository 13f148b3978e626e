package org.sss.benchmarks.programs;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.benchmarks.engine.Workload;

/**
 * Covariances of the rows of a matrix, and the product of two, on arrays of int; threads take rows in turn. Stateless.
 */
final class PlainMatrix {
    /** Of a product: so many rows are computed at once, see {@link Kernels#multiply}. */
    private static final int ROWS_AT_A_TIME = 32;
    /** Of covariances: so many rows are used for as many others once they are in the cache. */
    private static final int BLOCK = 64;

    private static final int BUFFER_BYTES = 1 << 20;

    private PlainMatrix() {}

    /** Row i of the answer has the covariances with rows i, i + 1 and so on. */
    static void pca(Workload workload, Path output) throws Exception {
        int n = workload.number("size", 0);
        int[][] rows = read(workload.input(), n, n);
        PlainPrograms.onAll(thread -> {
            for (int i = thread; i < n; i += PlainPrograms.THREADS) {
                Kernels.center(rows[i]);
            }
            return null;
        });
        int[][] answer = new int[n][];
        for (int i = 0; i < n; i++) {
            answer[i] = new int[n - i];
        }
        PlainPrograms.onAll(thread -> {
            for (int first = thread * BLOCK; first < n; first += PlainPrograms.THREADS * BLOCK) {
                for (int second = first; second < n; second += BLOCK) {
                    for (int i = first; i < Math.min(first + BLOCK, n); i++) {
                        Kernels.covariances(rows, i, Math.max(i, second), Math.min(second + BLOCK, n), answer[i], i);
                    }
                }
            }
            return null;
        });
        write(answer, output);
    }

    /** The file has both factors, one below the other. */
    static void multiply(Workload workload, Path output) throws Exception {
        int n = workload.number("size", 0);
        int[][] first = new int[n][];
        int[][] second = new int[n][];
        int[][] both = read(workload.input(), 2 * n, n);
        System.arraycopy(both, 0, first, 0, n);
        System.arraycopy(both, n, second, 0, n);
        int[][] answer = new int[n][n];
        PlainPrograms.onAll(thread -> {
            for (int i = thread * ROWS_AT_A_TIME; i < n; i += PlainPrograms.THREADS * ROWS_AT_A_TIME) {
                Kernels.multiply(first, i, Math.min(i + ROWS_AT_A_TIME, n), second, answer);
            }
            return null;
        });
        write(answer, output);
    }

    private static int[][] read(Path file, int rows, int columns) throws IOException {
        int[][] matrix = new int[rows][columns];
        byte[] row = new byte[columns * Integer.BYTES];
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
            for (int i = 0; i < rows; i++) {
                in.readFully(row);
                ByteBuffer.wrap(row).asIntBuffer().get(matrix[i]);
            }
        }
        return matrix;
    }

    private static void write(int[][] matrix, Path output) throws IOException {
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(output), BUFFER_BYTES))) {
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
        return digest(output, (int) ((Math.sqrt(8.0 * numbers + 1) - 1) / 2), true);
    }

    static String digestOfSquare(Path output) throws IOException {
        return digest(output, (int) Math.sqrt(Files.size(output) / (double) Integer.BYTES), false);
    }

    /** The sum, and the sum of each number times its position, which distinguishes them. */
    private static String digest(Path output, int n, boolean triangle) throws IOException {
        long sum = 0;
        long check = 0;
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(output), BUFFER_BYTES))) {
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
