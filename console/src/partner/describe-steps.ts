import type { Proposal } from '@quaestor/sdk';
import type { Steps } from '../shared/frame/index.ts';
import { groupDigits } from '../shared/money/index.ts';
import { formatDay } from '../shared/text/index.ts';
import { texts as proposals } from './proposals/texts.ts';
import { texts } from './texts.ts';

const { steps: t } = texts;

interface Amount {
  readonly account_id: string;
  readonly currency: string;
  readonly amount: string;
}

/** The steps of the partner service that a person confirms. */
export const STEPS: Steps = {
  'crediting.release': ({ through }) => ({
    what: t.credit(formatDay(String(through))),
    consequence: t.credited,
  }),
  'proposal.confirm': (proposal) => ({
    what: t.proposal(proposals.summary(proposal as unknown as Proposal)),
    consequence: t.proposed,
  }),
  'rebate.approve': ({ group_id, period_start, amounts }) => ({
    what: t.rebates(String(group_id), formatDay(String(period_start))),
    lines: (amounts as readonly Amount[]).map(({ account_id, currency, amount }) =>
      t.from(`${groupDigits(amount)} ${currency}`, account_id),
    ),
    consequence: t.paid,
  }),
};
