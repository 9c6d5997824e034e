package dev.kiban.sample.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LoadRecordTest {

    private final LoadRecord record = new LoadRecord(3, 4711);

    @Test
    void knowsEveryByteOfItsValue() {
        for (int length : new int[] {16, 17, 255, 256, 65_536}) {
            byte[] value = record.value(length);
            assertThat(value).hasSize(length);
            assertThat(record.isWhole(value)).isTrue();
            for (int i = 0; i < length; i += Math.max(1, length / 100)) {
                byte[] changed = value.clone();
                changed[i] ^= 1;
                assertThat(record.isWhole(changed))
                        .as("byte %d of %d", i, length)
                        .isFalse();
            }
        }
    }

    @Test
    void knowsItsLength() {
        byte[] value = record.value(256);
        assertThat(record.isWhole(Arrays.copyOf(value, 255))).isFalse();
        assertThat(record.isWhole(Arrays.copyOf(value, 257))).isFalse();
        assertThat(record.isWhole(new byte[0])).isFalse();
    }

    @Test
    void differsFromEveryOtherRecord() {
        Set<ByteBuffer> values = new HashSet<>();
        Set<ByteBuffer> keys = new HashSet<>();
        for (int lane = 0; lane < LoadLanes.COUNT; lane++) {
            for (long number = 1; number <= 100; number++) {
                LoadRecord other = new LoadRecord(lane, number);
                assertThat(values.add(ByteBuffer.wrap(other.value(64)))).isTrue();
                assertThat(keys.add(ByteBuffer.wrap(other.key()))).isTrue();
            }
        }
    }
}
