import type { Policy, PolicyProposal, PolicyRule } from '@quaestor/sdk';

/** A rule as the form holds it: an empty text is a condition that is not set. */
export interface RuleDraft {
  readonly key: string;
  readonly description: string;
  readonly venue: string | null;
  readonly asset: string | null;
  readonly amountFrom: string;
  readonly amountTo: string;
  readonly destination: NonNullable<PolicyRule['destination']> | null;
  readonly sumOver: string;
  readonly sumWindow: NonNullable<PolicyRule['sum']>['window'];
  readonly verdict: PolicyRule['verdict'];
  readonly approvals: string;
  readonly approvers: string | null;
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

let keys = 0;
const newKey = (): string => `${(keys += 1)}`;

export const emptyRule = (): RuleDraft => toRuleDraft({ verdict: 'REQUIRE_APPROVALS', approvals: 1 });
export const emptyGroup = (): GroupDraft => ({ key: newKey(), name: '', people: [] });

export const toDraft = ({ rules, groups }: Pick<Policy, 'rules' | 'groups'>): Draft => ({
  rules: rules.map(toRuleDraft),
  groups: Object.entries(groups).map(([name, people]) => ({ key: newKey(), name, people })),
});

const toRuleDraft = (rule: PolicyRule): RuleDraft => ({
  key: newKey(),
  description: rule.description ?? '',
  venue: rule.venue ?? null,
  asset: rule.asset ?? null,
  amountFrom: rule.amountFrom ?? '',
  amountTo: rule.amountTo ?? '',
  destination: rule.destination ?? null,
  sumOver: rule.sum?.over ?? '',
  sumWindow: rule.sum?.window ?? '24h',
  verdict: rule.verdict,
  approvals: `${rule.approvals ?? 1}`,
  approvers: rule.approvers ?? null,
});

export const toProposal = ({ rules, groups }: Draft): PolicyProposal => ({
  rules: rules.map(toRule),
  ...(groups.length > 0 && {
    groups: Object.fromEntries(groups.map(({ name, people }) => [name.trim(), people])),
  }),
});

function toRule(draft: RuleDraft): PolicyRule {
  const { verdict, approvals, approvers, sumOver, sumWindow, destination } = draft;
  return {
    ...textOf('description', draft.description),
    ...textOf('venue', draft.venue),
    ...textOf('asset', draft.asset),
    ...textOf('amountFrom', draft.amountFrom),
    ...textOf('amountTo', draft.amountTo),
    ...(destination !== null && { destination }),
    ...(sumOver.trim() !== '' && { sum: { window: sumWindow, over: sumOver.trim() } }),
    verdict,
    ...(verdict === 'REQUIRE_APPROVALS' && {
      approvals: Number(approvals),
      ...textOf('approvers', approvers),
    }),
  };
}

type Text = 'description' | 'venue' | 'asset' | 'amountFrom' | 'amountTo' | 'approvers';

const textOf = (name: Text, value: string | null): Partial<Record<Text, string>> =>
  value === null || value.trim() === '' ? {} : { [name]: value.trim() };
