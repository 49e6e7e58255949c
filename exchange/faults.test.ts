import { describe, expect, it } from 'vitest';
import { createFaultPlan } from './faults.ts';

const draw = (seed: string): string => {
  const plan = createFaultPlan();
  plan.add({ operation: 'feed', fault: { type: 'gap' }, probability: 0.25, seed });
  return Array.from({ length: 1_000 }, () => plan.drawForFeed().length).join('');
};

describe('planned faults', () => {
  it('apply to the operation of a rule as often as the rule says', () => {
    const plan = createFaultPlan();
    plan.add({ operation: 'withdraw', fault: { type: 'drop' }, times: 2 });
    expect(plan.drawForCall('balances')).toEqual([]);
    const drawn = [1, 2, 3].map(() => plan.drawForCall('withdraw').length);
    expect(drawn).toEqual([1, 1, 0]);
  });

  it('of several rules apply to one call, until they are cleared', () => {
    const plan = createFaultPlan();
    plan.add({ operation: '*', fault: { type: 'delay', ms: 1 } });
    plan.add({ operation: 'withdraw', fault: { type: 'lose' } });
    expect(plan.drawForCall('withdraw').map(({ type }) => type)).toEqual(['delay', 'lose']);
    expect(plan.drawForFeed()).toEqual([]);
    plan.clear();
    expect(plan.drawForCall('withdraw')).toEqual([]);
  });

  it('apply with the probability of the rule, equally for one seed', () => {
    expect(draw('a')).toBe(draw('a'));
    expect(draw('a')).not.toBe(draw('b'));
    const struck = draw('a').split('1').length - 1;
    expect(struck).toBeGreaterThan(200);
    expect(struck).toBeLessThan(300);
  });
});
