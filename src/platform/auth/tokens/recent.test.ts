import fc from 'fast-check';
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
        if (order.slice(-size).includes(key)) expect(remembered).toEqual({ key });
        if (!order.slice(-2 * size).includes(key)) expect(remembered).toBeUndefined();
        if (remembered === undefined) recent.set(key, { key });
        else expect(remembered.key).toBe(key);
        if (order.includes(key)) order.splice(order.indexOf(key), 1);
        order.push(key);
      }
    }),
  );
});
