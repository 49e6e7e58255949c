import type { NewRebateGroup, RebateGroup, RebateGroupChange } from '@quaestor/sdk';
import { readAmount, writeAmount } from '../../shared/money/index.ts';
import type { GroupDraft } from './form.tsx';

const settingsOf = ({ group_title, rebate_percent, rebate_period_value, ...draft }: GroupDraft) => ({
  group_title: group_title.trim(),
  group_type: draft.group_type,
  rebate_percent: readAmount(rebate_percent, '%') ?? '',
  rebate_period: draft.rebate_period,
  rebate_period_value: Number(rebate_period_value),
  is_default: draft.is_default,
});

export const toNewGroup = (draft: GroupDraft): NewRebateGroup => ({
  ...settingsOf(draft),
  ...(draft.link_code !== null && { link_code: draft.link_code }),
});

export const toChange = (draft: GroupDraft): RebateGroupChange => ({
  ...settingsOf(draft),
  link_code: draft.link_code,
});

export const draftOf = (group: RebateGroup): GroupDraft => ({
  group_title: group.group_title,
  group_type: group.group_type,
  rebate_percent: writeAmount(group.rebate_percent),
  rebate_period: group.rebate_period,
  rebate_period_value: `${group.rebate_period_value}`,
  link_code: group.link_code === '' ? null : group.link_code,
  is_default: group.is_default,
});
