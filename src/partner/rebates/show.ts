import { Decimal, Problem } from '../../kernel/index.ts';
import { entityTag } from '../../platform/http/index.ts';
import { partnerOf } from '../requests/index.ts';
import {
  listMembers,
  readDivision,
  readStandings,
  type ClientPage,
  type Division,
  type Earned,
} from './members.ts';
import { currentPeriod, dayOf } from './period.ts';
import type { RebateGroup } from './schema.ts';
import type { GroupContent, GroupRow } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** The groups of the partner, oldest first. */
export async function listGroups(context: FactsContext): Promise<RebateGroup[]> {
  return (await readGroups(context)).map(({ group }) => group);
}

export interface ShownGroup {
  readonly group: RebateGroup;
  /** Of what people edit. */
  readonly etag: string;
}

async function readGroups(context: FactsContext): Promise<ShownGroup[]> {
  const division = await readDivision(context.db, partnerOf(context.actor));
  const today = dayOf(context.clock.now());
  const periods = division.groups.map((group) => ({ id: group.id, ...currentPeriod(group, today) }));
  const standings = await readStandings(context, division, periods);
  return division.groups.map((group, index) => {
    const { start = '', end = '' } = periods[index] ?? {};
    const standing = standings.get(group.id);
    const percent = Decimal.parse(group.percent);
    const shown = {
      id: group.id,
      partner_uid: group.partner_uid,
      group_title: group.title,
      group_type: group.type,
      clients_count: standing?.clients ?? 0,
      rebate_percent: percent.trim(),
      created: group.created_at,
      is_default: group.is_default,
      rebate_size: {
        min: rebateOf(standing?.least_usd ?? Decimal.ZERO, percent).trim(),
        max: rebateOf(standing?.most_usd ?? Decimal.ZERO, percent).trim(),
      },
      rebate_period: group.period,
      rebate_period_value: group.period_value,
      rebate_period_start: start,
      rebate_period_end: end,
      link_code: group.link_code ?? '',
    };
    return { group: shown, etag: etagOf(group) };
  });
}

export async function showGroup(context: FactsContext, groupId: number): Promise<ShownGroup> {
  const found = (await readGroups(context)).find(({ group }) => group.id === groupId);
  return found ?? refuseUnknown(groupId);
}

export const etagOf = ({
  title,
  type,
  percent,
  period,
  period_value,
  link_code,
  is_default,
}: GroupContent): string => entityTag({ title, type, percent, period, period_value, link_code, is_default });

export async function listClients(context: FactsContext, groupId: number, page: ClientPage) {
  const division = await readDivision(context.db, partnerOf(context.actor));
  findGroup(division, groupId);
  return listMembers(context, division, groupId, page);
}

export function findGroup({ groups }: Division, groupId: number): GroupRow {
  return groups.find(({ id }) => id === groupId) ?? refuseUnknown(groupId);
}

function refuseUnknown(groupId: number): never {
  throw new Problem('not_found', `There is no rebate group ${groupId}.`);
}

const HUNDREDTH = Decimal.of(1n, 2);

/** A client's part of a reward. */
const rebateOf = (reward: Decimal, percent: Decimal): Decimal =>
  reward.times(percent).times(HUNDREDTH).round(8, 'half-away');

/** The rebates that a group pays of rewards. */
export function rebatesOf(
  group: Pick<GroupRow, 'percent'>,
  earned: readonly Earned[],
): (Earned & { readonly amount: Decimal })[] {
  const percent = Decimal.parse(group.percent);
  return earned
    .map((row) => ({ ...row, amount: rebateOf(row.reward, percent) }))
    .filter(({ amount }) => amount.sign > 0);
}
