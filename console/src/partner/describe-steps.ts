import type { Proposal } from '@quaestor/sdk';
import type { Steps } from '../shared/frame/index.ts';
import { groupDigits } from '../shared/money/index.ts';
import { formatDay } from '../shared/text/index.ts';
import { texts as disbursements } from './disbursements/texts.ts';
import { sumsOf } from './managed-disbursements/sums-of.ts';
import { texts as proposals } from './proposals/texts.ts';
import { texts } from './texts.ts';

const { steps: t } = texts;

interface Amount {
  readonly account_id: string;
  readonly currency: string;
  readonly amount: string;
}

interface Line {
  readonly number: number;
  readonly amount: string;
  /** Absent where the bank has one currency. */
  readonly currency?: string;
}

type Details =
  | { readonly kind?: undefined; readonly name: string; readonly iban: string }
  | { readonly kind: 'external'; readonly method: string; readonly account: string }
  | {
      readonly kind: 'chain';
      readonly network: string;
      readonly wallet: string;
      readonly tag?: string;
      /** The keyed hash of who receives it. */
      readonly recipient?: string;
    };

interface Reviewing extends Line {
  readonly status: 'FAILED' | 'RETURNED';
  readonly returned_amount: string | null;
}

interface Settling extends Line {
  readonly outcome: 'PAID' | 'FAILED' | 'RETURNED';
  readonly returned_amount: string | null;
}

const moneyOf = ({ amount, currency = '' }: Omit<Line, 'number'>): string =>
  `${groupDigits(amount)} ${currency}`.trim();
const linesOf = (lines: unknown): string[] =>
  (lines as readonly Line[]).map((line) => t.disbursement(String(line.number), moneyOf(line)));
const holderOf = (details: unknown): string[] => {
  const given = details as Details;
  switch (given.kind) {
    case 'external':
      return [t.holder(given.method, given.account)];
    case 'chain':
      return [
        t.holder(given.network, given.wallet),
        ...(given.tag === undefined ? [] : [t.tag(given.tag)]),
        ...(given.recipient === undefined ? [] : [t.receiver(given.recipient.slice(0, 12))]),
      ];
    default:
      return [t.holder(given.name, given.iban)];
  }
};

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
  'disbursement.approve': ({ disbursements: lines }) => {
    const approved = lines as readonly Required<Line>[];
    return {
      what: t.approve(approved.length, sumsOf(approved)),
      lines: linesOf(approved),
      consequence: t.approved,
    };
  },
  'disbursement-run.approve': ({ run, approved, totals, sha256 }) => ({
    what: t.approveRun(String(run), Number(approved), sumsOf(totals as readonly Required<Line>[])),
    lines: [t.hash(String(sha256))],
    consequence: t.approved,
  }),
  'disbursement-file.seal': ({ bank, execution_date, disbursements: lines }) => ({
    what: t.seal((lines as readonly Line[]).length, String(bank), formatDay(String(execution_date))),
    lines: linesOf(lines),
  }),
  'disbursement-destination.save': ({ account_id, details }) => ({
    what: t.saveBank(String(account_id)),
    lines: holderOf(details),
    consequence: t.savedBank,
  }),
  'disbursement-destination.confirm': ({ account_id, details }) => ({
    what: t.confirmBank(String(account_id)),
    lines: holderOf(details),
    consequence: t.confirmedBank,
  }),
  'disbursement-answer.import': ({ bank, sha256 }) => ({
    what: t.answer(String(bank)),
    lines: [t.hash(String(sha256))],
    consequence: t.answered,
  }),
  'disbursement-answer-line.assign': (values) => {
    const { number, ...money } = values as unknown as Line;
    return { what: t.assign(String(number)), lines: [moneyOf(money)], consequence: t.assigned };
  },
  'disbursement.settle': (values) => {
    const { number, outcome, returned_amount: returned, ...money } = values as unknown as Settling;
    return {
      what: t.settle(String(number), disbursements.statuses[outcome]),
      lines: [moneyOf({ ...money, amount: returned ?? money.amount })],
    };
  },
  'disbursement.review': (values) => {
    const { number, status, returned_amount: returned, ...money } = values as unknown as Reviewing;
    return {
      what: t.review[status](String(number)),
      lines: [moneyOf({ ...money, amount: returned ?? money.amount })],
      consequence: t.reviewed,
    };
  },
};
