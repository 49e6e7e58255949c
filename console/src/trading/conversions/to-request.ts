import type { CreateConversion } from '@quaestor/sdk';
import { readAmount } from '../../shared/money/index.ts';

/** What the form holds. */
export interface Draft {
  readonly from: string | null;
  readonly to: string | null;
  readonly side: 'from' | 'to';
  readonly amount: string;
  readonly executor: NonNullable<CreateConversion['executor']>;
  /** Empty for all of them. */
  readonly venues: string[];
  /** In seconds from now; empty without an end. */
  readonly endsAfter: string;
  /** In percent; empty for the default of the service. */
  readonly slippage: string;
  readonly reference: string;
}

export function toRequest(draft: Draft, now: Date): CreateConversion {
  const { from, to, side, executor, venues, endsAfter, slippage, reference } = draft;
  const amount = readAmount(draft.amount, draft[side] ?? '') ?? '';
  const percent = readAmount(slippage, '%');
  return {
    reference: reference.trim(),
    from: { asset: from ?? '', ...(side === 'from' && { amount }) },
    to: { asset: to ?? '', ...(side === 'to' && { amount }) },
    executor,
    ...(percent !== undefined && { maxSlippageBps: Math.round(Number(percent) * 100) }),
    ...(venues.length > 0 && { venues }),
    ...(endsAfter !== '' && { expiresAt: new Date(now.getTime() + Number(endsAfter) * 1_000).toISOString() }),
  };
}
