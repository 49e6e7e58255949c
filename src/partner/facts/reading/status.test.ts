import { expect } from 'vitest';
import { put, testFacts } from '../../testing/facts.ts';
import { readStatus } from './status.ts';
import { thorough } from '../../../testing/effort.ts';

thorough(
  'the status says how much of a new store is made, until it takes the place of the present one',
  async () => {
    const context = await testFacts();
    await put(context, 'rates', { currency: 'EUR', rate_date: '2024-03-01', per_usd: '0.92' });
    const reported: unknown[] = [];
    const statuses: ReturnType<typeof readStatus>[] = [];
    await context.facts.rebuild((progress) => {
      reported.push(progress);
      statuses.push(readStatus(context));
    });
    const shown = (await Promise.all(statuses)).map(({ rebuilding }) => rebuilding);
    expect(reported.length).toBeGreaterThan(0);
    expect(
      shown
        .filter((each) => each !== null)
        .every((each) => JSON.stringify(reported).includes(JSON.stringify(each))),
    ).toBe(true);
    expect(shown).toContainEqual(reported.at(-1));
    expect((await readStatus(context)).rebuilding).toBeNull();
  },
);
