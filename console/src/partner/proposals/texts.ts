import type { Proposal } from '@quaestor/sdk';
import { plural } from '../../shared/text/index.ts';
import { summary } from './summary-texts.ts';

const statuses: Readonly<Record<Proposal['status'], string>> = {
  PROPOSED: 'Waiting',
  CONFIRMED: 'Confirmed',
  REFUSED: 'Refused',
  WITHDRAWN: 'Withdrawn',
};

const every = (value: string, noun: string): string => (value === '*' ? `every ${noun}` : `${noun} ${value}`);

export const texts = {
  list: {
    title: 'Proposals',
    description: 'Changes of what is paid. One person proposes them, another confirms them.',
    empty: {
      title: 'Nothing waits',
      text: 'Changes of tariffs, tiers and suspensions wait here for a second person.',
    },
    unmatched: { title: 'No proposal has this status', text: 'Choose another status.' },
  },
  status: 'Status',
  statuses,
  all: 'All',
  columns: { what: 'Change', of: 'Of', status: 'Status', by: 'Proposed by', at: 'Proposed' },
  summary,
  detail: {
    title: 'Proposal',
    facts: {
      status: 'Status',
      by: 'Proposed by',
      reason: 'Reason',
      ended: 'Decided by',
      batch: 'Batch',
    },
    who: (name: string, at: string) => `${name}, ${at}`,
    others: (count: number) => `and ${plural(count, 'other', 'others')}`,
    changes: {
      fromTo: (before: string, after: string) => `${before} → ${after}`,
      nothing: 'nothing',
      isNew: 'Nothing is stored that it takes the place of.',
      replaces: 'It replaces what is stored, also for days that have passed.',
      follows: (from: string, since: string) =>
        `From ${from} on it takes the place of what is in force since ${since}.`,
      inherits: (scope: string) => `Until now the tariff of ${scope} applies here.`,
      several: 'Until now several tariffs apply here. It goes before all of them:',
      scope: (partner: string, type: string, symbol: string) =>
        `${every(partner, 'partner')}, ${every(type, 'account type')}, ${every(symbol, 'symbol')}`,
    },
    own: 'You proposed it. Another manager confirms or refuses it.',
    confirm: 'Confirm',
    done: {
      confirm: 'Confirmed. The change is in force.',
      refuse: 'Refused. Nothing was changed.',
      withdraw: 'Withdrawn. Nothing was changed.',
    },
    refuse: 'Refuse',
    askRefuse: 'Nothing changes. Refuse it?',
    confirmRefuse: 'Refuse the proposal',
    withdraw: 'Withdraw',
    askWithdraw: 'Nothing changes. Withdraw it?',
    confirmWithdraw: 'Withdraw the proposal',
  },
} as const;
