import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { LinkedAbort } from './linked-abort.ts';

const reason = new Error('It is over.');

test('it aborts with the reason of the outer signal, also when that was aborted before', () => {
  const outer = new AbortController();
  const early = new LinkedAbort(outer.signal);
  expect(early.signal.aborted).toBe(false);
  outer.abort(reason);
  const late = new LinkedAbort(outer.signal);
  expect([early.signal.reason, late.signal.reason]).toEqual([reason, reason]);
});

test('it aborts by itself and leaves the outer signal alone', () => {
  const outer = new AbortController();
  const linked = new LinkedAbort(outer.signal);
  linked.abort(reason);
  expect(linked.signal.reason).toBe(reason);
  expect(outer.signal.aborted).toBe(false);
});

test('once ended, it leaves nothing on the outer signal and does not follow it', () => {
  const outer = new AbortController();
  const many = Array.from({ length: 20 }, () => new LinkedAbort(outer.signal));
  for (const linked of many) linked.end();
  expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
  outer.abort(reason);
  expect(many.some(({ signal }) => signal.aborted)).toBe(false);
});
