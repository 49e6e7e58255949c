import type { FoundTrade, ManagedBalanceSettings, PolicyProposal } from '@quaestor/sdk';
import { Big } from 'big.js';
import type { Steps, Values } from '../shared/frame/index.ts';
import { groupDigits } from '../shared/money/index.ts';
import { sentenceOf } from '../shared/text/index.ts';
import { writeUtc } from './conversions/resolve/utc.ts';
import { changesOf, describeSources } from './managed-balances/describe.ts';
import { texts } from './texts.ts';

const { steps: t } = texts;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const amountOf = (amount: string, asset: string): string => `${groupDigits(amount)} ${asset}`;
const modeOf = (value: unknown): string => t.modes[textOf(value)] ?? textOf(value);

/** Where money goes. Without its tag, an address of an exchange may be anybody's. */
const placeOf = ({ address, network, tag, account }: Values): string[] => [
  typeof address === 'string' ? t.address(address, textOf(network)) : t.account(textOf(account)),
  ...(typeof tag === 'string' ? [t.tag(tag)] : []),
];

/** What a policy asks of people: the most approvals of a rule, and rules whose group is too small for them. */
function consequenceOf({ rules, groups = {} }: PolicyProposal): string {
  const asking = rules.filter(({ verdict }) => verdict === 'REQUIRE_APPROVALS');
  const most = Math.max(1, ...asking.map(({ approvals = 1 }) => approvals));
  const small = asking.flatMap(({ approvals = 1, approvers = '' }) => {
    const members = groups[approvers];
    return members !== undefined && members.length < approvals
      ? [t.tooFew(approvals, approvers, members.length)]
      : [];
  });
  const isScreened = rules.some(({ verdict }) => verdict === 'REQUIRE_SCREENING');
  return [t.upTo(most), ...small, ...(isScreened ? [t.screened] : [])].join(' ');
}

/** The steps of the trading service that a person confirms. Votes are shown as payments. */
export const STEPS: Steps = {
  'policy.confirm': ({ version, ...policy }) => ({
    what: t.policy(String(version)),
    consequence: consequenceOf(policy as unknown as PolicyProposal),
  }),
  'destination.confirm': ({ alias, recipient, ...place }) => ({
    what: t.destination(textOf(alias)),
    lines: [...placeOf(place), ...(recipient === undefined ? [] : [t.recipient])],
    consequence: t.known,
  }),
  'withdrawal.screen': ({ verdict, amount, asset, venue, reference, reason, destination }) => {
    const { what, consequence } = t.screen[verdict as keyof typeof t.screen] ?? t.screen.HOLD;
    return {
      what: what(`${groupDigits(textOf(amount))} ${textOf(asset)}`, textOf(venue)),
      lines: [...placeOf(destination as Values), t.reference(textOf(reference)), t.reason(textOf(reason))],
      consequence,
    };
  },
  'managed-balance.confirm': ({ venue, asset, before, settings }) => {
    const after = settings as ManagedBalanceSettings;
    const { minimum, target, maximum, dailyCap, acts } = after;
    const all = [
      t.kept(groupDigits(minimum), groupDigits(target), groupDigits(maximum)),
      t.cap(groupDigits(dailyCap)),
      t.sources(describeSources(after)),
    ];
    const earlier = before as ManagedBalanceSettings | null | undefined;
    return {
      what: t.balance(textOf(asset), textOf(venue)),
      lines: earlier ? changesOf(earlier, after).map(([label, change]) => t.changed(label, change)) : all,
      consequence: acts === 'ALONE' ? t.alone : t.proposes,
    };
  },
  'venue.switch': ({ code, from, to }) => {
    const [before, after] = [from as Values, to as Values];
    const changed = (['trading', 'withdrawals'] as const).filter((name) => before[name] !== after[name]);
    return {
      what: t.venue(textOf(code)),
      lines: changed.map((name) => t.switched[name](modeOf(before[name]), modeOf(after[name]))),
      consequence: t.fromNow,
    };
  },
  'transfer.resolve': ({ fromVenue, toVenue, asset, amount, depositId, arrived }) => {
    const sumOf = (value: unknown) => `${groupDigits(textOf(value))} ${textOf(asset)}`;
    const isEqual = new Big(textOf(arrived)).eq(textOf(amount));
    return {
      what: t.became(sumOf(amount), textOf(fromVenue), textOf(toVenue)),
      lines: [t.deposit(textOf(depositId)), (isEqual ? t.arrived : t.arrivedOther)(sumOf(arrived))],
      consequence: t.belongs,
    };
  },
  'conversion.resolve': ({ orderId, venue, symbol, side, quantity, trades }) => {
    const [base = '', counter = ''] = textOf(symbol).split('-');
    const order = side === 'buy' ? t.order.buy : t.order.sell;
    const found = (trades as readonly FoundTrade[]).map(({ fee, liquidity, ...trade }) =>
      t.trade(
        trade.venueTradeId,
        amountOf(trade.quantity, base),
        amountOf(trade.price, counter),
        amountOf(fee.amount, fee.asset),
        sentenceOf(liquidity),
        writeUtc(trade.tradedAt),
      ),
    );
    return {
      what: order(amountOf(textOf(quantity), base), counter, textOf(venue)),
      lines: [t.orderId(textOf(orderId)), ...(found.length === 0 ? [t.noTrade] : found)],
      consequence: t.counts,
    };
  },
  'withdrawal.resolve': ({ venue, asset, amount, found, isHeld, venueTransferId, transaction }) => {
    const sum = `${groupDigits(textOf(amount))} ${textOf(asset)}`;
    const key = isHeld === true && found === 'REFUSED' ? 'HELD' : found;
    const { what, consequence } = t.found[key as keyof typeof t.found] ?? t.found.NOTHING;
    return {
      what: what(sum, textOf(venue)),
      lines: [
        ...(typeof venueTransferId === 'string' ? [t.transfer(venueTransferId)] : []),
        ...(typeof transaction === 'string' ? [t.transaction(transaction)] : []),
      ],
      consequence,
    };
  },
};
