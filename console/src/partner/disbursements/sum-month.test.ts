import { expect, it } from 'vitest';
import { sumMonth } from './sum-month.ts';

it('counts rewards and their adjustments as earned, and disbursements less what came back as paid', () => {
  const lines = [
    { kind: 'reward', amount: '100.1' },
    { kind: 'second_level_reward', amount: '0.2' },
    { kind: 'adjustment', amount: '-10' },
    { kind: 'rebate', amount: '-5' },
    { kind: 'disbursement', amount: '-60' },
    { kind: 'return', amount: '20.05' },
  ] as const;
  expect(sumMonth(lines)).toEqual({ earned: '90.3', paid: '39.95' });
  expect(sumMonth([])).toEqual({ earned: '0', paid: '0' });
});
