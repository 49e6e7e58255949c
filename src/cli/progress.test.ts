import { expect, test } from 'vitest';
import { ProgressBar } from './progress.ts';

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
  return { isTTY, columns, write, written };
}

test.each<[number, string]>([
  [0, '[........................]   0 %  reading'],
  [0.5, '[############............]  50 %  reading'],
  [0.999, '[########################]  99 %  reading'],
  [1, '[########################] 100 %  reading'],
])('at %d the bar is %s', (fraction, bar) => {
  const watched = terminal(true);
  new ProgressBar(watched).show(fraction, 'reading');
  expect(watched.written).toEqual([`\r${bar}\u001B[K`]);
});

test('the bar never wraps, and goes away in the end', () => {
  const watched = terminal(true, 20);
  const bar = new ProgressBar(watched);
  bar.show(0.25, 'a long label');
  bar.clear();
  expect(watched.written).toEqual(['\r[######............\u001B[K', '\r\u001B[K']);
});

test('the bar is whole on a terminal that does not know its width', () => {
  const watched = terminal(true, 0);
  new ProgressBar(watched).show(0, 'reading');
  expect(watched.written).toEqual(['\r[........................]   0 %  reading\u001B[K']);
});

test('nothing is drawn without a terminal', () => {
  const piped = terminal(false);
  const bar = new ProgressBar(piped);
  bar.show(0.5, 'reading');
  bar.clear();
  expect(piped.written).toEqual([]);
});
