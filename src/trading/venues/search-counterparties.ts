import { later, Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Venues } from './open.ts';
import type { Counterparty, Venue } from './port/index.ts';

const KEPT_MS = 3_600_000;
const CALL_MS = 10_000;
const MOST_KEPT = 20_000;
const MOST_SHOWN = 50;
/** What answers about recipients can hold. */
const LONGEST_ID = 128;
const LONGEST_NAME = 255;

interface Listed {
  readonly rows: readonly Counterparty[];
  readonly at: Date;
}

/** What each venue listed last; one question for all who ask meanwhile. */
const known = new WeakMap<Venue, { listed?: Listed; asking?: Promise<Listed> | undefined }>();

/** The providers whose names contain the text, by name. */
export async function searchCounterparties(
  context: Context<Db>,
  venues: Venues,
  { code, q = '' }: { readonly code: string; readonly q?: string | undefined },
) {
  const venue = venues.find(context.actor.tenant, code)?.venue;
  if (!venue) throw new Problem('not_found', `There is no venue ${code}.`);
  const { rows, at } = await listed(context, venue);
  const sought = q.toLowerCase();
  const found = rows.filter(({ name }) => name.toLowerCase().includes(sought));
  return { counterparties: found.slice(0, MOST_SHOWN), total: found.length, askedAt: at.toISOString() };
}

async function listed(context: Context<Db>, venue: Venue): Promise<Listed> {
  const state = known.get(venue) ?? {};
  known.set(venue, state);
  const now = context.clock.now().getTime();
  if (state.listed && now - state.listed.at.getTime() < KEPT_MS) return state.listed;
  state.asking ??= ask(context, venue).finally(() => (state.asking = undefined));
  try {
    state.listed = await state.asking;
  } catch (error) {
    // An old list is better than none: providers seldom change.
    if (!state.listed) throw error;
  }
  return state.listed;
}

async function ask({ clock }: Context<Db>, { code, counterparties }: Venue): Promise<Listed> {
  if (!counterparties) {
    throw new Problem(
      'unprocessable',
      `${code} has no list of providers that can be asked: see docs/travel-rule.md.`,
    );
  }
  const at = clock.now();
  const outcome = await counterparties({ deadline: later(at, CALL_MS) });
  if (outcome.kind !== 'answered')
    throw new Problem('unavailable', `${code} does not list providers now: ${outcome.reason}`);
  const usable = outcome.value.filter(
    ({ id, name }) => id !== '' && id.length <= LONGEST_ID && name.length <= LONGEST_NAME,
  );
  const rows = usable.slice(0, MOST_KEPT).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { rows, at };
}
