import { Decimal, noFieldErrors, Problem, refuseFieldErrors } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { readName, partnerOf } from '../requests/index.ts';
import { MAX_GROUPS } from './members.ts';
import type { Period } from './period.ts';
import type { NewGroup, RebateGroup } from './schema.ts';
import { listGroups } from './show.ts';
import { insertGroup, lockGroups, selectGroups, type GroupRow, type NewGroupRow } from './store.ts';

export const TAKEN = 'There is a group with this title or this link already, or another one is the default.';
const UNKNOWN_LINK = 'is not a link of this partner: choose one of its links';
const LARGEST_VALUE: Record<Period, number> = { daily: 1, weekly: 7, monthly: 28 };

export interface Created {
  readonly group: RebateGroup;
  /** True if the group already existed with the same content. */
  readonly replayed: boolean;
}

/** Creates a group, or returns the existing one with the same title and content. */
export async function createGroup(context: FactsContext, input: NewGroup): Promise<Created> {
  const checked = checkGroup(partnerOf(context.actor), input);
  if (input.link_code !== undefined) await checkLink(context, input.link_code);
  const { result, replayed } = await run(context, create, checked);
  const group = (await listGroups(context)).find(({ id }) => id === result.id);
  if (!group) throw new Error(`Rebate group ${result.id} is gone.`);
  return { group, replayed };
}

type Checked = Omit<NewGroupRow, 'created_at'>;

const create = command({
  name: 'rebate-group.create',
  scope: 'rebates:edit',
  idempotency: {
    key: (group: Checked) => subjectOf(group),
    async find(db, subject, { actor }): Promise<GroupRow> {
      const groups = await selectGroups(db, partnerOf(actor), MAX_GROUPS).execute();
      const group = groups.find((candidate) => subjectOf(candidate) === subject);
      if (group) return group;
      throw new Problem(
        'conflict',
        'The group with this title has another one now or has ended: choose another title.',
      );
    },
  },
  async lock(tx, { partner_uid }: Checked) {
    // What waits for a lock reads other rows as they were before it waited, so the groups are counted after it.
    await lockGroups(tx, partner_uid).execute();
    return selectGroups(tx, partner_uid, MAX_GROUPS).execute();
  },
  decide(groups: readonly GroupRow[], group, { now }) {
    if (groups.length >= MAX_GROUPS)
      throw new Problem(
        'unprocessable',
        `There are ${MAX_GROUPS} rebate groups: that is the most. End one that is not used.`,
      );
    return {
      change: { ...group, created_at: now },
      audit: { subject: subjectOf(group), details: { ...group } },
    };
  },
  async write(tx, row): Promise<GroupRow> {
    const group = await insertGroup(tx, row).executeTakeFirst();
    if (group) return group;
    throw new Problem('conflict', TAKEN);
  },
});

/** Titles are unique among the groups of a partner. */
const subjectOf = ({ partner_uid, title }: Pick<GroupRow, 'partner_uid' | 'title'>): string =>
  `${partner_uid} ${title}`;

export function checkGroup(partner_uid: string, input: NewGroup): Checked {
  const { group_type: type, rebate_period: period, rebate_period_value: period_value = 1 } = input;
  const title = readName('group_title', input.group_title);
  const errors = noFieldErrors();
  const largest = LARGEST_VALUE[period];
  if (period_value > largest) errors['rebate_period_value'] = [`must be at most ${largest} for ${period}`];
  const percent = Decimal.tryParse(String(input.rebate_percent));
  if (!percent || percent.scale > 2) errors['rebate_percent'] = ['must have at most 2 decimals'];
  refuseFieldErrors(errors);
  const { link_code = null, is_default = false } = input;
  return { partner_uid, title, type, percent: String(percent), period, period_value, link_code, is_default };
}

export async function checkLink(
  { actor, facts: { database }, signal }: FactsContext,
  linkCode: string,
): Promise<void> {
  const [link] = await database.query(
    `select 1 from links join partners using (partner_no) where link_code = $1 and partner_uid = $2`,
    [linkCode, partnerOf(actor)],
    { signal },
  );
  if (link) return;
  throw new Problem('unprocessable', 'The group cannot be created with these values.', {
    errors: { link_code: [UNKNOWN_LINK] },
  });
}
