import { invalid, Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Venues } from './open.ts';
import { showVenue } from './show.ts';
import { lockSwitches, updateSwitches, type SwitchRow, type Switches } from './store.ts';

interface SwitchInput {
  readonly code: string;
  readonly change: { readonly [Name in keyof Switches]?: Switches[Name] | undefined };
}

/** Turns trading, withdrawals or both of a venue on or off. It takes effect with the next order or withdrawal. */
export async function switchVenue(context: Context<Db>, venues: Venues, { code, change }: SwitchInput) {
  if (change.trading === undefined && change.withdrawals === undefined) {
    throw invalid({ '': ['must have trading, withdrawals or both'] });
  }
  const { tenant } = context.actor;
  const venue = venues.find(tenant, code);
  if (!venue) throw new Problem('not_found', `There is no venue ${code}.`);
  const { result } = await run(context, changeSwitches, { code, change, initially: venue.initially });
  return showVenue(venue, result);
}

const changeSwitches = command({
  name: 'venue.switch',
  scope: 'admin',
  async lock(tx, { code, initially }: SwitchInput & { readonly initially: Switches }, { actor }) {
    return lockSwitches(tx, { tenant: actor.tenant, venue: code, ...initially }).executeTakeFirst();
  },
  approves: (from: Switches, { code, change }) => ({ code, from: { ...from }, to: { ...from, ...change } }),
  decide(from, { code, change }, { actor }) {
    const { trading = from.trading, withdrawals = from.withdrawals } = change;
    const row: SwitchRow = { tenant: actor.tenant, venue: code, trading, withdrawals };
    return {
      change: row,
      audit: { subject: code, details: { from: { ...from }, to: { trading, withdrawals } } },
    };
  },
  write: (tx, row) => updateSwitches(tx, row).executeTakeFirst(),
});
