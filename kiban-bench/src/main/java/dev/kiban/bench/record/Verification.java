package dev.kiban.bench.record;

import dev.kiban.Cursor;
import dev.kiban.KeyRange;
import dev.kiban.Kiban;
import dev.kiban.bench.Progress;
import java.util.Arrays;

/**
 * Compares a full ordered scan with the model.
 *
 * @param compared entries that are as expected
 * @param wrong entries that are missing, too many, or hold another value
 */
record Verification(long compared, long wrong) {

    /** @param lastWrites by key, the number of its last write, 0 for none */
    static Verification of(Kiban db, RandomWrites workload, int[] lastWrites) {
        long compared = 0;
        long wrong = 0;
        int due = next(lastWrites, 0);
        Progress progress = new Progress(
                "verify", Arrays.stream(lastWrites).filter(write -> write > 0).count());
        try (Cursor cursor = db.scan(KeyRange.all())) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                while (due < lastWrites.length && Arrays.compareUnsigned(workload.key(due), key) < 0) {
                    wrong++; // missing
                    due = next(lastWrites, due + 1);
                }
                if (due == lastWrites.length || !Arrays.equals(workload.key(due), key)) {
                    wrong++; // never written
                    continue;
                }
                if (Arrays.equals(cursor.value(), workload.value(due, lastWrites[due]))) {
                    compared++;
                } else {
                    wrong++;
                }
                due = next(lastWrites, due + 1);
                progress.step();
            }
        }
        for (; due < lastWrites.length; due = next(lastWrites, due + 1)) {
            wrong++; // missing
        }
        return new Verification(compared, wrong);
    }

    /** The first key at or after that number which was written. */
    private static int next(int[] lastWrites, int from) {
        int number = from;
        while (number < lastWrites.length && lastWrites[number] == 0) {
            number++;
        }
        return number;
    }
}
