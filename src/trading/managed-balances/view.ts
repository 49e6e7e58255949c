import { Decimal } from '../../kernel/index.ts';
import { entityTag } from '../../platform/http/index.ts';
import type { ManagedBalance, Proposal } from './schema.ts';
import type { BalanceRow, StateRow } from './store.ts';
import type { ShownProposal } from './proposals/index.ts';

const trimmed = (text: string): string => Decimal.parse(text).trim().toString();

export const toProposal = (row: ShownProposal): Proposal => ({
  id: row.id,
  venue: row.venue,
  asset: { code: row.asset },
  kind: row.kind,
  direction: row.direction,
  from: { venue: row.from_venue, asset: row.from_asset },
  to: { venue: row.to_venue, asset: row.to_asset },
  network: row.network,
  amount: trimmed(row.amount),
  gives: trimmed(row.gives),
  gets: trimmed(row.gets),
  maxSlippageBps: row.max_slippage_bps,
  fees: row.fees,
  expectedSeconds: row.expected_seconds,
  policy: row.policy,
  status: row.status,
  reason: row.reason,
  refusal: row.refusal,
  transferId: row.transfer_id,
  conversionId: row.conversion_id,
  confirmedBy: row.confirmed_by,
  confirmedAt: row.confirmed_at?.toISOString() ?? null,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
});

interface Facts {
  readonly state: StateRow | undefined;
  readonly moved: string | undefined;
  readonly proposal: ShownProposal | undefined;
}

export function toBalance(row: BalanceRow, { state, moved = '0', proposal }: Facts): ManagedBalance {
  const { venue, asset, settings, settings_by, settings_at, pending, pending_by, pending_at } = row;
  const active =
    settings && settings_by !== null && settings_at
      ? { settings, by: settings_by, at: settings_at.toISOString() }
      : null;
  const waiting =
    pending && pending_by !== null && pending_at
      ? { settings: pending, by: pending_by, at: pending_at.toISOString() }
      : null;
  return {
    venue,
    asset: { code: asset },
    active,
    pending: waiting,
    state: state?.state ?? 'UNKNOWN',
    level: state && state.level !== null ? trimmed(state.level) : null,
    reason: state ? state.reason : 'It was not looked at yet.',
    lookedAt: state?.at.toISOString() ?? null,
    moved: trimmed(moved),
    proposal: proposal ? toProposal(proposal) : null,
    etag: etagOf(row),
  };
}

/** Of what people edit. */
export const etagOf = ({ settings, pending }: Pick<BalanceRow, 'settings' | 'pending'>): string =>
  entityTag({ settings, pending });
