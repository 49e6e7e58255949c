import type { Command } from 'commander';
import { systemClock } from '../kernel/index.ts';
import { knownVenues } from '../process/index.ts';
import {
  checkVenue,
  connectVenue,
  INITIALLY,
  readSwitches,
  type Finding,
  type Switches,
  type VenueSettings,
} from '../trading/venues/index.ts';
import { JSON_FLAG, print, printFindings, say } from './output.ts';
import { configOf, withDatabase } from './with-database.ts';

export function addVenues(venues: Command): void {
  const check = venues
    .command('check [code]')
    .description('connect to the configured venues, or to one, and show what works')
    .option(...JSON_FLAG)
    .addHelpText('after', EXPLANATION)
    .action(async (code: string | undefined, { json }: { json?: true }) => {
      const config = configOf(check);
      const chosen = chooseVenues(await knownVenues(config), config.demo, code);
      const switchesOf = await readAllSwitches(check, chosen);
      const checked = [];
      for (const settings of chosen) {
        const { code, tenant, exchange } = settings;
        if (!json) print(`${code} (${exchange}${tenant === 'default' ? '' : `, tenant ${tenant}`})`);
        const options = {
          clock: systemClock,
          switches: switchesOf(settings),
          symbols: config.marketData.symbols,
        };
        const found = await printFindings(findings(settings, options), { json, indent: '  ', width: 12 });
        checked.push({ tenant, venue: code, exchange, findings: found });
      }
      if (json) print(JSON.stringify(checked));
    });
}

function chooseVenues(
  all: readonly VenueSettings[],
  isDemo: boolean,
  code: string | undefined,
): readonly VenueSettings[] {
  if (all.length === 0) {
    throw new Error(
      isDemo
        ? 'There is no configuration file, and no demo was started in this data folder. Give --config or --data.'
        : 'No venues are configured. Write them under venues in the configuration file.',
    );
  }
  const chosen = all.filter((venue) => code === undefined || venue.code === code);
  if (chosen.length > 0) return chosen;
  throw new Error(`No venue ${code} is configured. There are: ${all.map((venue) => venue.code).join(', ')}.`);
}

type SwitchesOf = (venue: VenueSettings) => Switches;

/** Without a database, as before the first start, nothing was switched yet. */
async function readAllSwitches(command: Command, venues: readonly VenueSettings[]): Promise<SwitchesOf> {
  const tenants = [...new Set(venues.map(({ tenant }) => tenant))];
  try {
    return await withDatabase(command, async ({ db }) => {
      const read = await Promise.all(tenants.map((tenant) => readSwitches(db, tenant)));
      const byTenant = new Map(tenants.map((tenant, index) => [tenant, read[index]]));
      return ({ tenant, code, kind }) =>
        byTenant.get(tenant)?.({ code, initially: INITIALLY[kind] }) ?? INITIALLY[kind];
    });
  } catch (error) {
    say(`The switches of the venues are taken as for new ones. ${(error as Error).message}`);
    return ({ kind }) => INITIALLY[kind];
  }
}

async function* findings(
  settings: VenueSettings,
  options: Parameters<typeof checkVenue>[1],
): AsyncGenerator<Finding> {
  let venue;
  try {
    venue = await connectVenue(settings, process.env, systemClock);
  } catch (error) {
    yield { subject: 'reach', state: 'failed', text: (error as Error).message };
    return;
  }
  try {
    yield* checkVenue(venue, options);
  } finally {
    await venue.close();
  }
}

const EXPLANATION = `
No order and no withdrawal is sent. One line for each subject:

  reach        the venue answers at its address, through the proxy where one is configured
  clock        the clock of this machine agrees with the venue's; signed requests depend on it
  key          the venue accepts the configured key
  permissions  what the key may do, where the venue tells; more than is switched on is a warning
  markets      what can be traded and paid out
  book         the first book of a market arrives
  fees         what the account is charged, as a fraction of the traded value

ok works, WARNING deserves attention, FAILED must be repaired, unknown cannot be checked.
The exit code is 1 when something FAILED, else 0.

Examples:
  quaestor venues check --config quaestor.yaml              all venues
  quaestor venues check kraken-main --config quaestor.yaml  one of them`;
