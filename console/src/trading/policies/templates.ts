import type { PolicyRule } from '@quaestor/sdk';
import type { texts } from './texts.ts';

/** Rules that many desks have. Those with amounts get their asset from the person. */
export const TEMPLATES: Readonly<Record<keyof typeof texts.templates, PolicyRule>> = {
  small: { amountTo: '1000', destination: 'KNOWN', verdict: 'ALLOW' },
  large: { amountFrom: '10000', verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'PEOPLE' },
  day: { currency: 'USDT', sum: { window: '24h', over: '100000' }, verdict: 'REFUSE' },
  month: {
    sum: { window: '30d', over: '1000000' },
    verdict: 'REQUIRE_APPROVALS',
    approvals: 2,
    approvers: 'PEOPLE',
  },
  fresh: { destination: 'NEW', verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'PEOPLE' },
  screen: {
    destination: 'NEW',
    verdict: 'REQUIRE_SCREENING',
    screening: { withinSeconds: 900, silence: 'REFUSE' },
  },
  rest: { verdict: 'REFUSE' },
};
