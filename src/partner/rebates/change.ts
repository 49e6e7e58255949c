import { Problem } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { requireMatch } from '../../platform/http/index.ts';
import { partnerOf } from '../requests/index.ts';
import { checkGroup, checkLink, TAKEN } from './create.ts';
import type { GroupChange, NewGroup } from './schema.ts';
import { etagOf, showGroup, type ShownGroup } from './show.ts';
import { lockGroup, lockGroups, updateGroup, type GroupRow } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface ChangeInput {
  readonly group_id: number;
  readonly change: GroupChange;
  readonly ifMatch: string | undefined;
}

/** Changes the given fields of a group, from its current period on. */
export async function changeGroup(context: FactsContext, input: ChangeInput): Promise<ShownGroup> {
  const { link_code } = input.change;
  if (typeof link_code === 'string') await checkLink(context, link_code);
  await run(context, change, input);
  return showGroup(context, input.group_id);
}

interface State {
  readonly group: GroupRow;
  readonly others: readonly GroupRow[];
}

const change = command({
  name: 'rebate-group.change',
  scope: 'rebates:edit',
  async lock(tx, { group_id }: ChangeInput, { actor }): Promise<State | undefined> {
    const groups = await lockGroups(tx, partnerOf(actor)).execute();
    const group = await lockGroup(tx, partnerOf(actor), group_id).executeTakeFirst();
    return group && { group, others: groups.filter(({ id }) => id !== group_id) };
  },
  decide({ group, others }: State, { change: given, ifMatch }) {
    requireMatch(ifMatch, etagOf(group));
    const changed = checkGroup(group.partner_uid, applied(group, given));
    const isTaken = ({ title, link_code, is_default }: GroupRow): boolean =>
      title === changed.title ||
      (link_code !== null && link_code === changed.link_code) ||
      (is_default && changed.is_default);
    if (others.some(isTaken)) throw new Problem('conflict', TAKEN);
    return {
      change: { id: group.id, changed },
      audit: { subject: String(group.id), details: { ...changed } },
    };
  },
  write: (tx, { id, changed }) => updateGroup(tx, id, changed).executeTakeFirst(),
});

/** The group with its changes, in the form of a new one. A new period starts on its first day. */
function applied(group: GroupRow, { link_code = group.link_code, ...given }: GroupChange): NewGroup {
  const isSamePeriod = (given.rebate_period ?? group.period) === group.period;
  return {
    group_title: group.title,
    group_type: group.type,
    rebate_percent: Number(group.percent),
    rebate_period: group.period,
    rebate_period_value: isSamePeriod ? group.period_value : 1,
    is_default: group.is_default,
    ...given,
    ...(link_code !== null && { link_code }),
  };
}
