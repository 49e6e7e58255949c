import type { Proposal } from '@quaestor/sdk';
import { plural } from '../../shared/text/index.ts';
import { summary } from './summary.ts';

const statuses: Readonly<Record<Proposal['status'], string>> = {
  PROPOSED: 'Waiting',
  CONFIRMED: 'Confirmed',
  REFUSED: 'Refused',
  WITHDRAWN: 'Withdrawn',
};

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
