import type { PolicyProposal, PolicyRule } from '@quaestor/sdk';
import { groupDigits } from '../../shared/money/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

const { rule: words } = texts;

/** A rule as one line, in the words of the server's own explanations. */
export function describeRule(rule: PolicyRule): string {
  const conditions = [
    amountOf(rule),
    sumOf(rule),
    assetOf(rule),
    venueOf(rule),
    destinationOf(rule),
    rule.requester && words.alone,
  ].filter((part) => part !== undefined);
  return words.whole(conditions.length === 0 ? [words.always] : conditions, consequenceOf(rule));
}

/** A policy as lines: its groups by name, then its rules in order, with their notes. */
export const describePolicy = ({ rules, groups = {} }: PolicyProposal): string[] => [
  ...Object.entries(groups)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, people]) => texts.groups(name, formatList(people))),
  ...rules.map((rule) =>
    rule.description === undefined ? describeRule(rule) : words.noted(describeRule(rule), rule.description),
  ),
];

function amountOf({ amountFrom, amountTo, asset = '', currency }: PolicyRule): string | undefined {
  const unit = currency ?? asset;
  const amount =
    amountFrom !== undefined && amountTo !== undefined
      ? words.between(groupDigits(amountFrom), groupDigits(amountTo), unit)
      : amountFrom !== undefined
        ? words.atLeast(groupDigits(amountFrom), unit)
        : amountTo !== undefined && words.atMost(groupDigits(amountTo), unit);
  if (amount === false) return undefined;
  return currency === undefined ? amount : words.worth(amount);
}

function sumOf({ sum, asset = '', currency }: PolicyRule): string | undefined {
  if (sum === undefined) return undefined;
  const unit = currency === undefined ? asset : words.ofAll(currency);
  return words.over(groupDigits(sum.over), unit, words.sum[sum.window]);
}

const assetOf = ({ asset, amountFrom, amountTo, sum }: PolicyRule): string | undefined =>
  asset === undefined || amountFrom !== undefined || amountTo !== undefined || sum !== undefined
    ? undefined
    : words.asset(asset);

const venueOf = ({ venue }: PolicyRule): string | undefined =>
  venue === undefined ? undefined : words.venue(venue);

const destinationOf = ({ destination }: PolicyRule): string | undefined =>
  destination && (destination === 'KNOWN' ? words.known : words.new);

function consequenceOf({ verdict, approvals = 1, approvers, screening = {} }: PolicyRule): string {
  if (verdict === 'ALLOW') return words.allowed;
  if (verdict === 'REFUSE') return words.refused;
  if (verdict === 'REQUIRE_SCREENING') {
    const { withinSeconds = 3_600, silence = 'REFUSE' } = screening;
    return words.screening(lengthOf(withinSeconds), words.silence[silence]);
  }
  const counted = words.approvals(approvals);
  if (approvers === undefined) return counted;
  return approvers === 'PEOPLE' ? words.byPeople(counted) : words.byGroup(counted, approvers);
}

/** In the largest unit that fits. */
export function lengthOf(seconds: number): string {
  if (seconds % 3_600 === 0) return words.length.hours(seconds / 3_600);
  return seconds % 60 === 0 ? words.length.minutes(seconds / 60) : words.length.seconds(seconds);
}
