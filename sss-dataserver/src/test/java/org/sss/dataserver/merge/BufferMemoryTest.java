package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.dataserver.process.MemoryBudget;

final class BufferMemoryTest {
    private final MemoryBudget budget = new MemoryBudget(100, Runnable::run, () -> {});
    private final BufferMemory memory = new BufferMemory(budget);

    /** Holds so many bytes until it is spilled. */
    private class Holder implements Spillable {
        private long bytes;

        boolean hold(long more) {
            boolean taken = memory.take(this, more);
            bytes += taken ? more : 0;
            return taken;
        }

        @Override
        public long bufferedBytes() {
            return bytes;
        }

        @Override
        public void spill() {
            discard();
        }

        @Override
        public void discard() {
            free(bytes);
        }

        void free(long some) {
            memory.give(some);
            bytes -= some;
        }
    }

    @Test
    void spillsTheLargest() {
        Holder small = new Holder();
        Holder large = new Holder();
        Holder next = new Holder();
        assertThat(small.hold(30)).isTrue();
        assertThat(large.hold(60)).isTrue();
        assertThat(next.hold(50)).isTrue();
        assertThat(large.bufferedBytes()).isZero();
        assertThat(small.bufferedBytes()).isEqualTo(30);
        assertThat(budget.usedBytes()).isEqualTo(80);
    }

    @Test
    void spillsAgainWhenLittleWasFreed() {
        Holder hesitant = new Holder() {
            @Override
            public void spill() {
                free(10);
            }
        };
        assertThat(hesitant.hold(90)).isTrue();
        assertThat(new Holder().hold(35)).isTrue();
        assertThat(hesitant.bufferedBytes()).isEqualTo(60);
    }

    @Test
    void whatMustStayInMemoryIsNotSpilled() {
        Holder stays = new Holder() {
            @Override
            public boolean maySpill() {
                return false;
            }
        };
        Holder small = new Holder();
        assertThat(stays.hold(60)).isTrue();
        assertThat(small.hold(30)).isTrue();
        assertThat(new Holder().hold(35)).isTrue();
        assertThat(small.bufferedBytes()).isZero();
        assertThat(stays.hold(45)).as("nothing else is left").isFalse();
        assertThat(stays.bufferedBytes()).isEqualTo(60);
    }

    @Test
    void asManyAreSpilledAsNeeded() {
        Holder[] holders = {new Holder(), new Holder(), new Holder()};
        for (Holder holder : holders) {
            assertThat(holder.hold(30)).isTrue();
        }
        assertThat(new Holder().hold(95)).isTrue();
        assertThat(holders)
                .allSatisfy(holder -> assertThat(holder.bufferedBytes()).isZero());
    }

    @Test
    void doesNotSpillForMoreThanTheLimit() {
        Holder holder = new Holder();
        assertThat(holder.hold(101)).isFalse();
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void doesNotSpillBlocksOfOtherThreads() {
        BufferMemory other = new BufferMemory(budget);
        assertThat(other.take(new Holder(), 80)).isTrue();
        assertThat(new Holder().hold(30)).isFalse();
        assertThat(budget.usedBytes()).isEqualTo(80);
    }

    @Test
    void doesNotSpillRemovedHolder() {
        Holder holder = new Holder();
        holder.hold(40);
        holder.discard();
        memory.remove(holder);
        assertThat(new Holder().hold(100)).isTrue();
        memory.close();
        assertThat(budget.usedBytes()).isZero();
    }
}
