/** {@code sss bench delete}: how long it takes to drop a group, over its size. */
package org.sss.benchmarks.delete;
