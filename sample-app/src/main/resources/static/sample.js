// Keeps the page's numbers live. Without it the page shows those of the moment it was made.

const source = document.querySelector('main').dataset.numbers;
const stale = document.getElementById('stale');
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
let last = null;

const at = (numbers, path) => path.split('.').reduce((value, name) => value?.[name], numbers);

const plain = value => typeof value === 'number' ? value.toLocaleString('en') : value ?? '–';

function bytes(value) {
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}

function rate(numbers, path) {
  const seconds = (numbers.store.timeMillis - last.store.timeMillis) / 1000;
  return seconds > 0 ? plain(Math.round((at(numbers, path) - at(last, path)) / seconds)) : '–';
}

function each(kind, text) {
  for (const element of document.querySelectorAll(`[data-${kind}]`)) {
    element.textContent = text(element.dataset[kind]);
  }
}

function show(numbers) {
  each('number', path => plain(at(numbers, path)));
  each('bytes', path => bytes(at(numbers, path)));
  if (last) {
    each('rate', path => rate(numbers, path));
  }
  document.querySelector('[data-load-state]').textContent = numbers.load.running ? 'running' : 'stopped';
  last = numbers;
}

async function update() {
  if (!document.hidden) {
    try {
      const answer = await fetch(source, { signal: AbortSignal.timeout(5000) });
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.json());
      stale.hidden = true;
    } catch {
      stale.hidden = false;
    }
  }
  setTimeout(update, 1000);
}

update();
