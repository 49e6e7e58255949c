import type { Command } from 'commander';
import { systemClock, type Context } from '../kernel/index.ts';
import type { Config } from '../config/index.ts';
import type { Db } from '../platform/postgres/index.ts';
import { holdWithdrawals, knownVenues } from '../process/index.ts';
import {
  reconcile,
  releaseAfterReconciliation,
  type Difference,
  type Reconciliation,
} from '../trading/reconciliation/index.ts';
import { connectVenue, type VenueSettings } from '../trading/venues/index.ts';
import { JSON_FLAG, print, printTable, say } from './output.ts';
import { withDatabase } from './with-database.ts';

interface ReconcileFlags {
  readonly since: string;
  readonly venue?: string;
  readonly tenant?: string;
  readonly json?: true;
}

const KINDS = ['withdrawals', 'orders', 'deposits'] as const;

export function addReconcile(commands: Command): void {
  for (const kind of KINDS) {
    const one = commands
      .command(kind)
      .description(`list the ${kind} that only one side knows, or that differ`)
      .requiredOption('--since <time>', 'how far back, such as 2026-03-01T12:00:00Z')
      .option('--venue <code>', 'only this venue')
      .option('--tenant <tenant>', 'only the venues of this tenant')
      .option(...JSON_FLAG)
      .addHelpText('after', EXPLANATION)
      .action((flags: ReconcileFlags) => {
        const since = readTime(flags.since);
        return withDatabase(one, async (context, _opened, config) => {
          await compareAll(context, config, { kind, since, flags });
        });
      });
  }
  const release = commands
    .command('release')
    .description('let withdrawals leave again after a restore, once every venue was compared')
    .requiredOption('--reason <text>', 'why the differences that are left are acceptable; it is recorded')
    .action(({ reason }: { reason: string }) =>
      withDatabase(release, async (context, _opened, config) => {
        const accounts = (await knownVenues(config)).map(({ tenant, code }) => ({ tenant, venue: code }));
        const left = await releaseAfterReconciliation(context, { reason: readReason(reason), accounts });
        say(`Withdrawals are sent again. Differences that were accepted: ${left}.`);
      }),
    );
  const hold = commands
    .command('hold')
    .description('treat the database as restored: nothing is sent until release')
    .action(() =>
      withDatabase(hold, async (context, _opened, config) => {
        const isNew = await holdWithdrawals(context, config);
        say(isNew ? 'No withdrawal is sent until quaestor reconcile release.' : 'They were held already.');
      }),
    );
}

interface Comparing {
  readonly kind: (typeof KINDS)[number];
  readonly since: Date;
  readonly flags: ReconcileFlags;
}

async function compareAll(
  context: Context<Db>,
  config: Config,
  { kind, since, flags }: Comparing,
): Promise<void> {
  const results: Record<string, unknown>[] = [];
  let isClean = true;
  for (const settings of chooseVenues(await knownVenues(config), flags)) {
    const { tenant, code } = settings;
    const venue = await connectVenue(settings, process.env, systemClock);
    try {
      const actor = { ...context.actor, tenant };
      const { symbols } = config.marketData;
      const result = await reconcile({ ...context, actor }, { kind, venue, since, symbols });
      isClean &&= result.differences.length === 0 && result.refusal === null;
      if (flags.json) results.push({ tenant, venue: code, kind, since: since.toISOString(), ...result });
      else show(settings, kind, result);
    } finally {
      await venue.close();
    }
  }
  if (flags.json) print(JSON.stringify(results));
  if (!isClean) process.exitCode = 1;
}

function show(
  { tenant, code }: VenueSettings,
  kind: string,
  { matched, differences, refusal }: Reconciliation,
): void {
  const name = tenant === 'default' ? code : `${code}, tenant ${tenant}`;
  if (refusal !== null) {
    print(`${name}: not compared. ${refusal} Compare its ${kind} by hand.`);
    return;
  }
  print(`${name}: ${matched} equal, ${differences.length} different`);
  if (differences.length > 0) printTable(differences.map(toLine), '');
}

function toLine({ kind, here, there, fields }: Difference): Record<string, string> {
  const both = (read: (entry: NonNullable<typeof here>) => string | undefined): string => {
    const [ours, theirs] = [here && read(here), there && read(there)];
    return ours && theirs && ours !== theirs ? `${ours} / ${theirs}` : (ours ?? theirs ?? '');
  };
  const values = Object.keys({ ...here?.values, ...there?.values });
  return {
    found: fields.length > 0 ? `${kind}: ${fields.join(', ')}` : kind,
    id: here?.id ?? there?.id ?? '',
    'venue id': there?.venueId ?? here?.venueId ?? '',
    ...Object.fromEntries(values.map((name) => [name, both((entry) => entry.values[name])])),
    status: both(({ status }) => status),
  };
}

function chooseVenues(
  all: readonly VenueSettings[],
  { venue, tenant }: ReconcileFlags,
): readonly VenueSettings[] {
  const chosen = all.filter(
    (settings) =>
      (venue === undefined || settings.code === venue) &&
      (tenant === undefined || settings.tenant === tenant),
  );
  if (chosen.length > 0) return chosen;
  const names = all.map((settings) => `${settings.code} (tenant ${settings.tenant})`).join(', ');
  throw new Error(`No such venue is configured. There are: ${names === '' ? 'none' : names}.`);
}

function readTime(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new Error('--since must be a date or a time in UTC, such as 2026-03-01 or 2026-03-01T12:00:00Z.');
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason.length > 0 && reason.length <= 1_000) return reason;
  throw new Error('--reason must be a text of 1 to 1000 characters.');
}

const EXPLANATION = `
It sends nothing and changes nothing; the run itself is recorded in the audit log. One line for each difference:

  only at the venue  the venue has it and we do not: made by hand there, lost here by a restore, or not read yet
  only here          we record it as sent or received, and the venue does not list it (any more)
  different          both have it, and the named fields differ (ours / theirs)

The exit code is 1 when there are differences or a venue cannot list, else 0.`;
