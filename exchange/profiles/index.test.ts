import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/kernel/index.ts';
import { PROFILES } from './index.ts';

describe.each(Object.entries(PROFILES))('the profile %s', (_name, { terms }) => {
  it('trades only assets that it holds, in sizes that fit their grid', () => {
    const codes = terms.assets.map(({ code }) => code);
    for (const { base, counter, lotSize, minSize } of terms.markets) {
      expect(codes).toEqual(expect.arrayContaining([base, counter]));
      const lots = Decimal.parse(minSize).dividedBy(Decimal.parse(lotSize), 18, 'down');
      expect(lots.trim().scale).toBe(0);
    }
  });

  it('pays out no less than its precision can write', () => {
    for (const { minWithdrawal, precision, networks } of terms.assets) {
      expect(Decimal.parse(minWithdrawal).trim().scale).toBeLessThanOrEqual(precision);
      expect(networks.length).toBeGreaterThan(0);
    }
  });
});
