import type { Policy, PolicyProposal, PolicyRule } from '@quaestor/sdk';
import { readAmount, writeAmount } from '../../shared/money/index.ts';
import { texts } from './texts.ts';

/** A rule as the form holds it: an empty text is a condition that is not set. */
export interface RuleDraft {
  readonly key: string;
  readonly description: string;
  readonly venue: string | null;
  readonly asset: string | null;
  readonly currency: string | null;
  readonly amountFrom: string;
  readonly amountTo: string;
  readonly destination: NonNullable<PolicyRule['destination']> | null;
  readonly requester: NonNullable<PolicyRule['requester']> | null;
  readonly sumOver: string;
  readonly sumWindow: NonNullable<PolicyRule['sum']>['window'];
  readonly verdict: PolicyRule['verdict'];
  readonly approvals: string;
  /** PEOPLE, or the key of a group, which stays when the group is renamed. */
  readonly approvers: string | null;
  readonly withinSeconds: string;
  readonly silence: NonNullable<NonNullable<PolicyRule['screening']>['silence']>;
}

export interface GroupDraft {
  readonly key: string;
  readonly name: string;
  readonly people: string[];
}

export interface Draft {
  readonly rules: RuleDraft[];
  readonly groups: GroupDraft[];
}

const PEOPLE = 'PEOPLE';
const AMOUNTS = ['amountFrom', 'amountTo', 'sumOver'] as const;
let keys = 0;
const newKey = (): string => `${(keys += 1)}`;

export const emptyRule = (): RuleDraft => toRuleDraft({ verdict: 'REQUIRE_APPROVALS', approvals: 1 }, []);
export const ruleOf = (rule: PolicyRule): RuleDraft => toRuleDraft(rule, []);
export const copyOf = (rule: RuleDraft): RuleDraft => ({ ...rule, key: newKey() });
export const emptyGroup = (): GroupDraft => ({ key: newKey(), name: '', people: [] });

export function toDraft({ rules, groups }: Pick<Policy, 'rules' | 'groups'>): Draft {
  const drafts = Object.entries(groups).map(([name, people]) => ({ key: newKey(), name, people }));
  return { rules: rules.map((rule) => toRuleDraft(rule, drafts)), groups: drafts };
}

const toRuleDraft = (rule: PolicyRule, groups: readonly GroupDraft[]): RuleDraft => ({
  key: newKey(),
  description: rule.description ?? '',
  venue: rule.venue ?? null,
  asset: rule.asset ?? null,
  currency: rule.currency ?? null,
  amountFrom: writeAmount(rule.amountFrom ?? ''),
  amountTo: writeAmount(rule.amountTo ?? ''),
  destination: rule.destination ?? null,
  requester: rule.requester ?? null,
  sumOver: writeAmount(rule.sum?.over ?? ''),
  sumWindow: rule.sum?.window ?? '24h',
  verdict: rule.verdict,
  approvals: `${rule.approvals ?? 1}`,
  approvers: groups.find(({ name }) => name === rule.approvers)?.key ?? rule.approvers ?? null,
  withinSeconds: `${rule.screening?.withinSeconds ?? 3_600}`,
  silence: rule.screening?.silence ?? 'REFUSE',
});

export const toProposal = ({ rules, groups }: Draft): PolicyProposal => ({
  rules: rules.map((rule) => toRule(rule, groups)),
  ...(groups.length > 0 && {
    groups: Object.fromEntries(groups.map(({ name, people }) => [name.trim(), people])),
  }),
});

/** What is wrong with a draft, by the path of the field. */
export function faultsOf({ rules, groups }: Draft): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [index, rule] of rules.entries()) {
    const { verdict, approvers } = rule;
    for (const name of AMOUNTS) {
      const isRead = rule[name].trim() === '' || readAmount(rule[name]) !== undefined;
      if (!isRead) faults[`rules.${index}.${name}`] = texts.editor.badAmount;
    }
    const isKnown = approvers === null || approvers === PEOPLE || groups.some(({ key }) => key === approvers);
    if (verdict === 'REQUIRE_APPROVALS' && !isKnown)
      faults[`rules.${index}.approvers`] = texts.editor.noGroup;
  }
  for (const [index, { name }] of groups.entries()) {
    const first = groups.findIndex((other) => other.name.trim() === name.trim());
    if (first < index) faults[`groups.${index}.name`] = texts.editor.sameGroup;
  }
  return faults;
}

function toRule(draft: RuleDraft, groups: readonly GroupDraft[]): PolicyRule {
  const { verdict, approvals, approvers, sumOver, sumWindow, destination, requester } = draft;
  return {
    ...textOf('description', draft.description),
    ...textOf('venue', draft.venue),
    ...textOf('asset', draft.asset),
    ...textOf('currency', draft.currency),
    ...textOf('amountFrom', amountOf(draft.amountFrom)),
    ...textOf('amountTo', amountOf(draft.amountTo)),
    ...(destination !== null && { destination }),
    ...(requester !== null && { requester }),
    ...(sumOver.trim() !== '' && { sum: { window: sumWindow, over: amountOf(sumOver) } }),
    verdict,
    ...(verdict === 'REQUIRE_APPROVALS' && {
      approvals: Number(approvals),
      ...textOf(
        'approvers',
        approvers === PEOPLE ? PEOPLE : (groups.find(({ key }) => key === approvers)?.name ?? null),
      ),
    }),
    ...(verdict === 'REQUIRE_SCREENING' && {
      screening: { withinSeconds: Number(draft.withinSeconds), silence: draft.silence },
    }),
  };
}

/** As the server takes it. Faults tell the person first what cannot be read. */
const amountOf = (typed: string): string => readAmount(typed) ?? typed;

type Text = 'description' | 'venue' | 'asset' | 'currency' | 'amountFrom' | 'amountTo' | 'approvers';

const textOf = (name: Text, value: string | null): Partial<Record<Text, string>> =>
  value === null || value.trim() === '' ? {} : { [name]: value.trim() };
