import { noFieldErrors, Problem, refuseFieldErrors, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import { requireMatch } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readName } from '../requests/index.ts';
import { checkDisplay, checkSaved } from '../reports/index.ts';
import type { NewView, ViewChange } from './schema.ts';
import {
  countViews,
  deleteView,
  insertView,
  lockView,
  ownerOf,
  selectView,
  selectViews,
  updateView,
  type ViewRow,
} from './store.ts';
import { toView, type KeptView } from './to-view.ts';

/** Of one person or program. */
export const MAX_VIEWS = 200;
const MAX_QUERY_LENGTH = 4_096;
const SCOPE = 'reports:view';

/** The views of the caller, by report and name. */
export async function listViews({ actor, db }: Context<Db>, report: string | undefined): Promise<KeptView[]> {
  const rows = await selectViews(db, ownerOf(actor), report ?? null, MAX_VIEWS).execute();
  return rows.map(toView);
}

/** A view of the caller. */
export async function readView({ actor, db }: Context<Db>, id: string): Promise<KeptView> {
  const row = await selectView(db, ownerOf(actor), id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such saved view.');
  return toView(row);
}

export async function createView(context: Context<Db>, view: NewView): Promise<KeptView> {
  check(view);
  return (await run(context, create, { ...view, name: readName('name', view.name) })).result;
}

export async function changeView(
  context: Context<Db>,
  id: string,
  asked: ViewChange,
  ifMatch?: string,
): Promise<KeptView> {
  const given = {
    ...asked,
    ...(asked.name !== undefined && { name: readName('name', asked.name) }),
  };
  return (await run(context, change, { id, given, ifMatch })).result;
}

export async function removeView(context: Context<Db>, id: string): Promise<void> {
  await run(context, remove, id);
}

const create = command({
  name: 'saved-view.create',
  scope: SCOPE,
  lock: async (tx, _input: NewView, { actor }) => countViews(tx, ownerOf(actor)).executeTakeFirst(),
  decide({ count }: { readonly count: number }, { report, name, query, display = {} }, { actor, now, id }) {
    if (count >= MAX_VIEWS)
      throw new Problem('conflict', `There are ${MAX_VIEWS} saved views already: remove one first.`);
    const row: ViewRow = {
      ...ownerOf(actor),
      id,
      report,
      name,
      query,
      display,
      created_at: now,
      changed_at: now,
    };
    return { change: row, audit: { subject: id, details: { report, name } } };
  },
  write: async (tx, row) => toView((await insertView(tx, row).executeTakeFirst()) ?? refuseName(row)),
});

interface Change {
  readonly id: string;
  readonly given: ViewChange;
  readonly ifMatch: string | undefined;
}

const change = command({
  name: 'saved-view.change',
  scope: SCOPE,
  lock: (tx, { id }: Change, { actor }) => lockView(tx, ownerOf(actor), id).executeTakeFirst(),
  decide(row: ViewRow, { given, ifMatch }, { now }) {
    requireMatch(ifMatch, toView(row).etag);
    const changed: ViewRow = { ...row, ...given, changed_at: now };
    check(changed);
    const { id, report, name } = changed;
    return { change: changed, audit: { subject: id, details: { report, name } } };
  },
  write: async (tx, row) => toView((await updateView(tx, row).executeTakeFirst()) ?? refuseName(row)),
});

const remove = command({
  name: 'saved-view.remove',
  scope: SCOPE,
  lock: (tx, id: string, { actor }) => lockView(tx, ownerOf(actor), id).executeTakeFirst(),
  decide: ({ id, report, name }: ViewRow) => ({
    change: id,
    audit: { subject: id, details: { report, name } },
  }),
  write: (tx, id) => deleteView(tx, id).executeTakeFirst(),
});

function check({
  report,
  query,
  display = {},
}: Pick<ViewRow, 'report' | 'query'> & Pick<Partial<ViewRow>, 'display'>): void {
  const errors = noFieldErrors();
  if (JSON.stringify(query).length > MAX_QUERY_LENGTH) {
    errors['query'] = [`must have at most ${MAX_QUERY_LENGTH} characters as JSON`];
  }
  const faults = noFieldErrors();
  checkSaved(report, query, faults);
  for (const [name, reasons] of Object.entries(faults)) errors[`query.${name}`] = reasons;
  const misshown = noFieldErrors();
  checkDisplay(report, display, misshown);
  for (const [name, reasons] of Object.entries(misshown)) errors[`display.${name}`] = reasons;
  refuseFieldErrors(errors);
}

function refuseName({ report, name }: ViewRow): never {
  throw new Problem('conflict', `There is a saved view '${name}' of ${report} already.`);
}
