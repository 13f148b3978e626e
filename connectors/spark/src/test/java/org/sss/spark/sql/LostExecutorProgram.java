package org.sss.spark.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** Writes a group on two executors, of which the first one to come to a row ends its process: ADDRESS DIRECTORY. */
final class LostExecutorProgram {
    private LostExecutorProgram() {}

    public static void main(String[] args) {
        String marker = Path.of(args[1], "killed").toString();
        SparkSession spark = SparkSession.builder()
                .master("local-cluster[2,1,1024]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .config("spark.sql.warehouse.dir", args[1])
                .config("spark.sql.catalog.sss", SssCatalog.class.getName())
                .config("spark.sql.catalog.sss.cluster", args[0])
                .config("spark.sql.catalog.sss.security", "off")
                .getOrCreate();
        spark.udf().register("lethal", (UDF1<Long, Long>) number -> lethal(number, marker), DataTypes.LongType);
        spark.sql("CREATE TABLE sss.numbers AS " + "SELECT id AS key, lethal(id) AS value FROM range(0, 100000, 1, 4)");
        System.out.println("written " + spark.table("sss.numbers").count());
        spark.stop();
    }

    /** In the middle of a partition, after rows that were sent. */
    private static Long lethal(Long number, String marker) {
        if (number % 25_000 == 20_000 && TaskContext.get() != null) {
            try {
                Files.createFile(Path.of(marker));
                Runtime.getRuntime().halt(1);
            } catch (FileAlreadyExistsException e) {
                return number; // one of them has ended already
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return number;
    }
}
