import type { DepositState } from '../venues/index.ts';

export const STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type Status = (typeof STATUSES)[number];

export const HOLDS = ['LOCKED', 'NEEDS_INFORMATION'] as const;
export type Hold = (typeof HOLDS)[number];

/** What a state is for those who read deposits. */
interface Meaning {
  readonly status: Status;
  readonly hold: Hold | null;
}

const MEANINGS: Readonly<Record<DepositState, Meaning>> = {
  pending: { status: 'PENDING', hold: null },
  unknown: { status: 'PENDING', hold: null },
  locked: { status: 'PENDING', hold: 'LOCKED' },
  information: { status: 'PENDING', hold: 'NEEDS_INFORMATION' },
  credited: { status: 'COMPLETED', hold: null },
  rejected: { status: 'FAILED', hold: null },
};

export const meaningOf = (state: DepositState): Meaning => MEANINGS[state];

/** Why a deposit is not credited, for people; null where its status says it all. */
export function reasonOf(state: DepositState, venueStatus: string): string | null {
  switch (state) {
    case 'locked':
      return 'The venue has credited it and does not let it be withdrawn yet.';
    case 'information':
      return 'The venue wants information about it before it can be used.';
    case 'unknown':
      return `The venue says “${venueStatus}”, which is no status that we know. Look it up there.`;
    default:
      return null;
  }
}
