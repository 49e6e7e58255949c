import type { CreateConversion } from '@quaestor/sdk';

/** What the form holds. */
export interface Draft {
  readonly from: string | null;
  readonly to: string | null;
  readonly side: 'from' | 'to';
  readonly amount: string;
  readonly executor: NonNullable<CreateConversion['executor']>;
  /** Null for all of them. */
  readonly venue: string | null;
  /** In seconds from now; empty without an end. */
  readonly endsAfter: string;
  readonly reference: string;
}

export function toRequest(draft: Draft, now: Date): CreateConversion {
  const { from, to, side, amount, executor, venue, endsAfter, reference } = draft;
  return {
    reference: reference.trim(),
    from: { asset: from ?? '', ...(side === 'from' && { amount: amount.trim() }) },
    to: { asset: to ?? '', ...(side === 'to' && { amount: amount.trim() }) },
    executor,
    ...(venue !== null && { venues: [venue] }),
    ...(endsAfter !== '' && { expiresAt: new Date(now.getTime() + Number(endsAfter) * 1_000).toISOString() }),
  };
}
