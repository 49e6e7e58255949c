import type { ManagedBalanceSettings, ManagedBalanceSource } from '@quaestor/sdk';
import { Big } from 'big.js';
import { readAmount, writeAmount } from '../../shared/money/index.ts';
import { texts } from './form-texts.ts';

export type DraftSource = Readonly<Record<'network' | 'slippage', string>> &
  Readonly<Record<'venue' | 'asset', string | null>> & {
    readonly key: string;
    readonly kind: ManagedBalanceSource['kind'];
  };

/** What a person has typed, in the language of the page. */
export interface Draft extends Readonly<Record<'minimum' | 'target' | 'maximum' | 'dailyCap', string>> {
  readonly venue: string | null;
  readonly asset: string | null;
  readonly acts: ManagedBalanceSettings['acts'];
  readonly sources: DraftSource[];
}

let made = 0;

export const newSource = (): DraftSource => ({
  key: String((made += 1)),
  kind: 'TRANSFER',
  venue: null,
  network: '',
  asset: null,
  slippage: '50',
});

export const EMPTY: Draft = {
  venue: null,
  asset: null,
  minimum: '',
  target: '',
  maximum: '',
  dailyCap: '',
  acts: 'PROPOSE',
  sources: [],
};

export const draftOf = (
  venue: string,
  asset: string,
  { sources, acts, ...amounts }: ManagedBalanceSettings,
): Draft => ({
  venue,
  asset,
  acts,
  minimum: writeAmount(amounts.minimum),
  target: writeAmount(amounts.target),
  maximum: writeAmount(amounts.maximum),
  dailyCap: writeAmount(amounts.dailyCap),
  sources: sources.map(({ kind, venue: from = null, network = '', asset: other = null, maxSlippageBps }) => ({
    ...newSource(),
    kind,
    venue: from,
    network,
    asset: other,
    ...(maxSlippageBps !== undefined && { slippage: String(maxSlippageBps) }),
  })),
});

export function settingsOf({ asset, acts, sources, ...typed }: Draft): ManagedBalanceSettings {
  const amount = (text: string): string => readAmount(text, asset ?? '') ?? '';
  return {
    minimum: amount(typed.minimum),
    target: amount(typed.target),
    maximum: amount(typed.maximum),
    dailyCap: amount(typed.dailyCap),
    sources: sources.map(({ kind, venue, network, asset: other, slippage }) =>
      kind === 'TRANSFER'
        ? { kind, venue: venue ?? '', network }
        : { kind, asset: other ?? '', maxSlippageBps: Number(slippage) },
    ),
    acts,
  };
}

/** A missing amount is a fault of its own. */
const isMore = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || new Big(a).gt(b);

/** By the names that the server has for the fields too. The server checks it again, and what the venues can do. */
export function faultsOf(draft: Draft): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const name of ['venue', 'asset'] as const) if (!draft[name]) faults[name] = texts.faults.choose;
  const [minimum, target, maximum] = (['minimum', 'target', 'maximum', 'dailyCap'] as const).map((name) => {
    const amount = readAmount(draft[name], draft.asset ?? '');
    if (amount === undefined) faults[name] = texts.faults.amount;
    else if (new Big(amount).lte(0)) faults[name] = texts.faults.positive;
    return amount;
  });
  if (!isMore(target, minimum)) faults['target'] ??= texts.faults.moreThanMinimum;
  if (!isMore(maximum, target)) faults['maximum'] ??= texts.faults.moreThanTarget;
  draft.sources.forEach((source, index) => {
    for (const [name, fault] of Object.entries(faultsIn(source))) faults[`sources.${index}.${name}`] = fault;
  });
  return faults;
}

function faultsIn({ kind, venue, network, asset, slippage }: DraftSource): Record<string, string> {
  const { choose, slippage: bounds } = texts.faults;
  if (kind === 'TRANSFER') {
    return { ...(venue === null && { venue: choose }), ...(network === '' && { network: choose }) };
  }
  const isWithin = /^\d{1,4}$/.test(slippage) && Number(slippage) >= 1 && Number(slippage) <= 1000;
  return { ...(asset === null && { asset: choose }), ...(!isWithin && { slippage: bounds }) };
}

/** Where the form has the fields that the server has found wrong. */
export const fieldOf = (name: string): string => name.replace(/\.maxSlippageBps$/, '.slippage');
