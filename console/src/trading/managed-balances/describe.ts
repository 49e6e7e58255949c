import type {
  BalanceProposal,
  ManagedBalance,
  ManagedBalanceSettings,
  ManagedBalanceSource,
} from '@quaestor/sdk';
import { groupDigits } from '../../shared/money/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

export const idOf = ({ venue, asset }: Pick<ManagedBalance, 'venue' | 'asset'>): string =>
  `${venue}/${asset.code}`;

/** The balance, as people say it. */
export const nameOf = ({ venue, asset }: Pick<ManagedBalance, 'venue' | 'asset'>): string =>
  texts.name(asset.code, venue);

/** What a proposal moves: between venues, or from one asset to another at the same venue. */
export function moveOf({ kind, amount, asset, from, to }: BalanceProposal): string {
  const sum = `${groupDigits(amount)} ${asset.code}`;
  return kind === 'TRANSFER' ? texts.move(sum, from.venue, to.venue) : texts.move(sum, from.asset, to.asset);
}

export const describeBounds = ({ minimum, target, maximum }: ManagedBalanceSettings): string =>
  texts.bounds(groupDigits(minimum), groupDigits(target), groupDigits(maximum));

const describeSource = ({ kind, venue, network, asset }: ManagedBalanceSource): string =>
  kind === 'TRANSFER'
    ? texts.transferSource(venue ?? '', network ?? '')
    : texts.conversionSource(asset ?? '');

export const describeSources = ({ sources }: ManagedBalanceSettings): string =>
  formatList(sources.map(describeSource)) || texts.none;

/** Each setting that differs from what is in force, old → new. */
export function changesOf(
  before: ManagedBalanceSettings | undefined,
  after: ManagedBalanceSettings,
): [label: string, change: string][] {
  const parts: readonly [string, (settings: ManagedBalanceSettings) => string][] = [
    [texts.columns.bounds, describeBounds],
    [texts.pending.cap, ({ dailyCap }) => groupDigits(dailyCap)],
    [texts.facts.sources, describeSources],
    [texts.facts.acts, ({ acts }) => texts.acts[acts]],
  ];
  return parts.flatMap(([label, say]): [string, string][] => {
    const [old, now] = [before && say(before), say(after)];
    return old === now ? [] : [[label, old === undefined ? now : texts.pending.change(old, now)]];
  });
}
