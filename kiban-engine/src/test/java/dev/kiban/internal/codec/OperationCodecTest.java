package dev.kiban.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationCodecTest {

    private static final OperationCodec.Visitor NOBODY = (kind, keyspace, keyAt, keyLength, valueAt, valueLength) -> {};

    private static List<String> operations(byte[] payload, int offset, int length) {
        List<String> found = new ArrayList<>();
        int count = OperationCodec.forEach(
                payload,
                offset,
                length,
                (kind, keyspace, keyAt, keyLength, valueAt, valueLength) -> found.add(kind + " " + keyspace + " "
                        + HexFormat.of().formatHex(payload, keyAt, keyAt + keyLength) + " "
                        + HexFormat.of().formatHex(payload, valueAt, valueAt + valueLength)));
        assertThat(count).isEqualTo(found.size());
        return found;
    }

    @Test
    void theBytesAreAsDocumented() {
        ByteWriter out = new ByteWriter(16);
        OperationCodec.put(out, 300, new byte[] {0x6B}, new byte[] {0x76, 0x77});
        OperationCodec.delete(out, 0, new byte[] {});
        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo("01ac02016b027677" + "000000");
    }

    @Test
    void oddKeysAndValuesComeBack() {
        List<byte[]> keys = List.of(
                new byte[0],
                new byte[] {0},
                new byte[] {(byte) 0xFF},
                new byte[] {1},
                new byte[] {1, 0},
                new byte[65_536]);
        ByteWriter out = new ByteWriter(16).putByte(99); // something before
        List<String> expected = new ArrayList<>();
        for (byte[] key : keys) {
            for (int valueLength : new int[] {0, 1, 127, 128, 65_535, 65_536}) {
                byte[] value = new byte[valueLength];
                Arrays.fill(value, (byte) valueLength);
                int before = out.size();
                OperationCodec.put(out, Integer.MAX_VALUE, key, value);
                assertThat(OperationCodec.putSize(Integer.MAX_VALUE, key.length, valueLength))
                        .isEqualTo(out.size() - before);
                expected.add("1 2147483647 " + HexFormat.of().formatHex(key) + " "
                        + HexFormat.of().formatHex(value));
            }
            int before = out.size();
            OperationCodec.delete(out, 127, key);
            assertThat(OperationCodec.deleteSize(127, key.length)).isEqualTo(out.size() - before);
            expected.add("0 127 " + HexFormat.of().formatHex(key) + " ");
        }
        assertThat(operations(out.array(), 1, out.size() - 1)).isEqualTo(expected);
    }

    @Test
    void noOperationsAreNoError() {
        assertThat(operations(new byte[5], 3, 0)).isEmpty();
    }

    @Test
    void everyCutInsideAnOperationIsMalformed() {
        ByteWriter out = new ByteWriter(16);
        OperationCodec.put(out, 300, new byte[200], new byte[300]);
        for (int length = 1; length < out.size(); length++) {
            int cut = length;
            assertThatThrownBy(() -> OperationCodec.forEach(out.array(), 0, cut, NOBODY))
                    .isInstanceOf(ByteReader.MalformedException.class);
        }
    }

    @Test
    void everyTagButPutAndDeleteIsUnknown() {
        for (int tag = 2; tag < 256; tag++) {
            byte[] payload = {(byte) tag, 0, 0, 0};
            assertThatThrownBy(() -> OperationCodec.forEach(payload, 0, 4, NOBODY))
                    .isInstanceOf(OperationCodec.UnknownOperationException.class)
                    .hasMessageContaining(String.valueOf(tag));
        }
    }
}
