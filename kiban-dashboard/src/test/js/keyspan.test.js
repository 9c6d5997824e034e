import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../../main/resources/dev/kiban/dashboard/assets/js/trace/keyspan.js';
import { freshSeed, Seeded } from './seeded.js';

const table = (file, level, lo, hi, bytes, keyspace = 'default') => ({ file, level, run: 0, bytes, lo, hi, entries: 1, tombstones: 0, keyspace });

const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual}, not ${expected}`);

test('where nothing overlaps, widths are in proportion to bytes and keys in order', () => {
  const { tables, order } = layout([table(1, 1, 500, 900, 300), table(2, 1, -10, -5, 100), table(3, 1, 0, 499, 600)]);
  assert.equal(order, 'key');
  assert.deepEqual(tables.map(({ file }) => file), [1, 2, 3]);
  [[0.7, 1], [0, 0.1], [0.1, 0.7]].forEach(([x0, x1], i) => {
    near(tables[i].x0, x0, 'left');
    near(tables[i].x1, x1, 'right');
  });
});

test('a table above others stands over exactly those it overlaps', () => {
  const { tables: [above, left, right, far] } = layout([table(1, 0, 10, 40, 90), table(2, 1, 10, 20, 100), table(3, 1, 21, 40, 100), table(4, 1, 41, 50, 100)]);
  near(above.x0, left.x0, 'left');
  near(above.x1, right.x1, 'right');
  assert.ok(far.x0 >= above.x1);
  near(far.x1, 1, 'end');
});

test('hexadecimal keys are in the order of their bytes, a prefix first', () => {
  const { tables } = layout([table(1, 1, '6b', '6b00', 10), table(2, 1, '0a', '6aff', 10), table(3, 1, '6b01', 'ff', 20)]);
  assert.deepEqual(tables.map(({ x0, x1 }) => [x0, x1]), [[0.25, 0.5], [0, 0.25], [0.5, 1]]);
});

test('keyspaces stand side by side in the order of their names', () => {
  const { tables } = layout([table(1, 1, 0, 9, 300, 'b'), table(2, 1, 5, 6, 100, 'a')]);
  assert.deepEqual(tables.map(({ x0, x1 }) => [x0, x1]), [[0.25, 1], [0, 0.25]]);
});

test('a table of a single key has a small width of its own', () => {
  const { tables: [before, single, after] } = layout([table(1, 1, 0, 5, 500), table(2, 1, 5, 5, 100), table(3, 1, 5, 9, 500)]);
  assert.ok(single.x1 - single.x0 > 0 && single.x1 - single.x0 < 0.001);
  assert.ok(before.x1 <= single.x0 && single.x1 <= after.x0);
});

test('tables whose keys are hidden are packed by size, level by level', () => {
  const { tables, order } = layout([table(1, 0, null, null, 100), table(2, 1, null, null, 300), table(3, 1, null, null, 100), table(4, 0, 5, 6, 100)]);
  assert.equal(order, 'size');
  assert.deepEqual(tables.map(({ x0, x1 }) => [x0, x1]), [[0, 0.25], [0, 0.75], [0.75, 1], [0.25, 0.5]]);
});

test('no table at all, empty ones, reversed and mixed bounds are laid out too', () => {
  assert.deepEqual(layout([]), { tables: [], order: 'key' });
  for (const tables of [[table(1, 0, 0, 9, 0)], [table(1, 0, 9, 0, 5)], [table(1, 0, 7, 7, 0)], [table(1, 0, 'a', 5, 1)], [table(1, 0, '', '', 1)]]) {
    for (const { x0, x1 } of layout(tables).tables) {
      assert.ok(x0 >= 0 && x1 <= 1 && x0 <= x1);
    }
  }
});

test('tables of one run never overlap, and all stay in order, whatever they are', () => {
  const seed = freshSeed();
  console.log(`seed ${seed}`);
  const random = new Seeded(seed);
  for (let round = 0; round < 200; round++) {
    const tables = [];
    const hex = random.below(2) === 0;
    const key = (number) => (hex ? number.toString(16).padStart(4, '0') : number - 300);
    for (let level = 1; level < 5; level++) {
      let at = random.below(50);
      while (at < 600) {
        const lo = at;
        at += random.below(90); // 0: a single key
        tables.push(table(tables.length, level, key(lo), key(at), random.below(1000)));
        at += at === lo ? 1 : random.below(40); // 0: neighbours share a rank
      }
    }
    const placed = layout(tables).tables;
    for (const [i, { level, x0, x1 }] of placed.entries()) {
      assert.ok(x0 >= 0 && x0 <= x1 && x1 <= 1, `round ${round}`);
      const next = placed[i + 1];
      assert.ok(next?.level !== level || next.x0 >= x1, `round ${round}: ${i} and the next overlap`);
    }
    for (let pair = 0; pair < 200; pair++) {
      const [a, b] = [placed[random.below(placed.length)], placed[random.below(placed.length)]];
      assert.ok(!(a.hi < b.lo) || a.x1 <= b.x0 + 1e-12, `round ${round}: the order turned`);
    }
  }
});
