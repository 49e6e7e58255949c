import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { expect, it } from 'vitest';
import { openRepeats } from './repeats.ts';

it('a request whose answer was lost keeps its key, whatever was sent meanwhile, until it has succeeded', async () => {
  const attempts = array(record({ amount: constantFrom('1', '2'), isAnswered: boolean() }));
  await assert(
    asyncProperty(attempts, async (made) => {
      const repeats = openRepeats();
      const open = new Map<string, string>();
      const used = new Set<string>();
      for (const { amount, isAnswered } of made) {
        let key = '';
        const sent = repeats({ account: 'a', amount }, async ({ idempotencyKey }) => {
          key = idempotencyKey;
          if (!isAnswered) throw new Error('No answer.');
        });
        await sent.catch(() => {});
        const before = open.get(amount);
        expect(used.has(key)).toBe(before !== undefined);
        expect(key).toBe(before ?? key);
        used.add(key);
        if (isAnswered) open.delete(amount);
        else open.set(amount, key);
      }
    }),
  );
});
