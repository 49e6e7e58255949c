import type { ListedPerson, PolicyProposal, PolicyRule } from '@quaestor/sdk';
import { Big } from 'big.js';
import { formatList } from '../../shared/text/index.ts';
import { texts } from './texts.ts';

const { warnings: words } = texts;

/** What is doubtful about each rule, in the order of the rules: that it never decides, or that nobody can fulfil it. */
export function warningsOf(
  { rules, groups = {} }: PolicyProposal,
  people: readonly ListedPerson[],
): readonly (readonly string[])[] {
  const approvers = new Set(people.filter(canApprove).map(({ login }) => login));
  return rules.map((rule, index) => {
    const earlier = rules.slice(0, index).findIndex((other) => covers(other, rule));
    return [
      ...(earlier === -1 ? [] : [words.neverDecides(earlier + 1)]),
      ...approvalWarnings(rule, groups, approvers),
    ];
  });
}

const canApprove = ({ roles, revokedAt, invitedUntil }: ListedPerson): boolean =>
  revokedAt === null && invitedUntil === null && roles.includes('trading:approver');

/** Programs can approve too, so only rules for people are looked at. */
function approvalWarnings(
  { verdict, approvals = 1, approvers: named }: PolicyRule,
  groups: NonNullable<PolicyProposal['groups']>,
  approvers: ReadonlySet<string>,
): string[] {
  if (verdict !== 'REQUIRE_APPROVALS' || named === undefined) return [];
  const members = named === 'PEOPLE' ? [...approvers] : (groups[named] ?? []);
  const able = members.filter((member) => approvers.has(member));
  const unable = members.filter((member) => !approvers.has(member));
  return [
    ...(able.length < approvals ? [words.tooFew(approvals, able.length)] : []),
    ...(unable.length > 0 ? [words.cannotApprove(formatList(unable))] : []),
  ];
}

/** Whether the first of two rules decides about everything that the second matches. A rule for screening decides nothing. */
function covers(first: PolicyRule, second: PolicyRule): boolean {
  return (
    first.verdict !== 'REQUIRE_SCREENING' &&
    first.sum === undefined &&
    (first.venue === undefined || first.venue === second.venue) &&
    (first.asset === undefined || first.asset === second.asset) &&
    (first.currency === undefined || first.currency === second.currency) &&
    (first.destination === undefined || first.destination === second.destination) &&
    first.requester === second.requester &&
    isWithin(first.amountFrom, second.amountFrom, (a, b) => a.lte(b)) &&
    isWithin(first.amountTo, second.amountTo, (a, b) => a.gte(b))
  );
}

/** A bound that is no number yet is left to the server. */
function isWithin(
  outer: string | undefined,
  inner: string | undefined,
  contains: (outer: Big, inner: Big) => boolean,
): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || !isDecimal(outer) || !isDecimal(inner)) return false;
  return contains(new Big(outer), new Big(inner));
}

const isDecimal = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
