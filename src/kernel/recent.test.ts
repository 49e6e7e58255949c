import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

it('remembers at least the last so many that were used, at most twice as many, and never a wrong value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(20), { maxLength: 200 }), (size, uses) => {
      const recent = new Recent<{ key: string }>(size);
      const order: string[] = [];
      for (const use of uses) {
        const key = String(use);
        const remembered = recent.get(key);
        const mustKnow = order.slice(-size).includes(key);
        const mayKnow = order.slice(-2 * size).includes(key);
        expect(remembered ?? { key }).toEqual({ key });
        const knows = remembered !== undefined;
        expect(knows || !mustKnow).toBe(true);
        expect(mayKnow || !knows).toBe(true);
        if (!knows) recent.set(key, { key });
        if (order.includes(key)) order.splice(order.indexOf(key), 1);
        order.push(key);
      }
    }),
  );
});
