import { expect, it } from 'vitest';
import { STEPS } from './describe-steps.ts';

it.each(['save', 'confirm'])('%s of a destination says its tag, without which the money is lost', (step) => {
  const linesOf = (details: object) =>
    STEPS[`disbursement-destination.${step}`]?.({ account_id: '7', details })?.lines;
  const chain = { kind: 'chain', network: 'XRPL', wallet: 'rExchange' };
  expect(linesOf({ ...chain, tag: '77' })).toEqual(['XRPL, rExchange', 'Its tag is 77.']);
  expect(linesOf(chain)).toEqual(['XRPL, rExchange']);
});
