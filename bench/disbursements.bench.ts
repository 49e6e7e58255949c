import { sql } from 'kysely';
import {
  fetchFile,
  makeRun,
  previewRun,
  profileOf,
  sealFile,
  type Bank,
} from '../src/partner/disbursements/index.ts';
import { NO_ISSUER } from '../src/partner/disbursements/testing/issuer.ts';
import { factsContext } from '../src/partner/facts/handle/index.ts';
import { median, report } from './harness/measure.ts';
import { contextOf, openProgram, timed } from './program/store.ts';

const PARTNERS = 100_000;
const ROUNDS = 3;
const BANK: Bank = {
  code: 'main',
  format: 'pain.001.001.09',
  name: 'Firm',
  iban: 'DE75512108001245126199',
  maxLines: PARTNERS,
};

const SETTINGS = { minimums: [], issuer: NO_ISSUER };

const { facts, db, close } = await openProgram();
const context = factsContext(contextOf(db), facts);
try {
  await openAccounts();
  await measureFile();
  await measureRuns();
} finally {
  await close();
}

/** Each with a confirmed destination. */
async function openAccounts(): Promise<void> {
  await sql`
    insert into wallet_account (id, partner_uid, name, renamed, currency, type, created_at)
    select (8000000 + i)::text, 'P' || i, 'Main', false, 'EUR', 'reward', '2024-01-01'
    from generate_series(1, ${PARTNERS}::int) as i`.execute(db);
  await sql`
    insert into disbursement_destination
      (id, tenant, partner_uid, account_id, status, details, saved_by, saved_at, decided_by, decided_at, usable_from)
    select gen_random_uuid(), 'default', 'P' || i, (8000000 + i)::text, 'CONFIRMED',
      '{"name": "Jose Muller", "iban": "DE89370400440532013000"}', 'P' || i, '2024-01-01', 'ada', '2024-01-01', '2024-01-01'
    from generate_series(1, ${PARTNERS}::int) as i`.execute(db);
}

async function credit(round: number): Promise<void> {
  await sql`
    insert into wallet_entry (account_id, currency, kind, amount, reference, created_at)
    select id, currency, 'adjustment', 100.505, 'bench:' || ${round}::int, '2024-05-01' from wallet_account`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

/** Of all partners. It comes first, so that no other work has made the process large. */
async function measureFile(): Promise<void> {
  await credit(0);
  await makeRun(context, SETTINGS);
  await sql`
    update disbursement set status = 'APPROVED', approved_by = 'grace', approved_at = now(),
      destination_id = disbursement_destination.id
    from disbursement_destination where disbursement_destination.account_id = disbursement.account_id`.execute(
    db,
  );
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  const start = performance.now();
  const { file } = await sealFile(
    context,
    { banks: [profileOf(BANK)], issuer: NO_ISSUER },
    { bank: BANK.code },
  );
  const sealMs = performance.now() - start;
  const { content } = await fetchFile(context, file.number);
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) bytes += chunk.length;
  clearInterval(timer);
  if (file.line_count !== PARTNERS) throw new Error(`The file has ${file.line_count} lines.`);
  const name = `a file of ${PARTNERS.toLocaleString('en')} lines`;
  report({ name: `sealing ${name}`, figure: sealMs, unit: 'ms' });
  report({ name: `size of ${name}`, figure: bytes / 2 ** 20, unit: 'MiB' });
  report({ name: `memory for ${name}`, figure: (peak - before) / 2 ** 20, unit: 'MiB', target: '<= 200' });
}

async function measureRuns(): Promise<void> {
  const readMs: number[] = [];
  const previewMs: number[] = [];
  const runMs: number[] = [];
  const bareMs: number[] = [];
  await makeBareTables();
  for (let round = 1; round <= ROUNDS; round += 1) {
    await credit(round);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      readMs.push(await timed(() => readBalances()));
      previewMs.push(await timed(() => previewRun(context, SETTINGS)));
    }
    let made = 0;
    runMs.push(
      await timed(async () => {
        made = (await makeRun(context, SETTINGS)).number;
      }),
    );
    bareMs.push(await timed(() => writeBare(made)));
  }
  const rival = 'one statement that reads their balances';
  const people = `${PARTNERS.toLocaleString('en')} partners`;
  const [preview, run, read] = [median(previewMs), median(runMs), median(readMs)];
  report({
    name: `preview of a run over ${people}`,
    figure: preview,
    unit: 'ms',
    rival,
    ratio: preview / read,
    target: '<= 2',
  });
  report({ name: `a run over ${people}`, figure: run, unit: 'ms', rival, ratio: run / read, target: '<= 2' });
  report({
    name: `a run over ${people}`,
    figure: run,
    unit: 'ms',
    rival: 'one statement that writes the same rows into bare tables',
    ratio: run / median(bareMs),
  });
}

/** The tables that a run writes, with a primary key and nothing else. */
async function makeBareTables(): Promise<void> {
  await sql`create table bare_disbursement as select * from disbursement with no data`.execute(db);
  await sql`alter table bare_disbursement add primary key (number)`.execute(db);
  await sql`create table bare_reservation as select * from wallet_reservation with no data`.execute(db);
  await sql`alter table bare_reservation add primary key (account_id, reference)`.execute(db);
  await sql`create table bare_account as select * from wallet_account`.execute(db);
  await sql`alter table bare_account add primary key (id)`.execute(db);
  await sql`analyze bare_account`.execute(db);
}

/** What a run has written, once more: its disbursements, its reservations and the sums of its accounts. */
async function writeBare(run: number): Promise<void> {
  await sql`
    with made as (
      insert into bare_disbursement select * from disbursement where run_number = ${run}::bigint
      returning account_id, currency, amount, 'disbursement:' || number as reference, requested_at
    ), reserved as (
      insert into bare_reservation (account_id, currency, amount, reference, created_at, kind)
      select account_id, currency, amount, reference, requested_at, 'disbursement' from made
    )
    update bare_account set reserved_disbursements = reserved_disbursements + made.amount
    from made where bare_account.id = made.account_id`.execute(db);
}

function readBalances(): Promise<unknown> {
  return db
    .selectFrom('wallet_account')
    .select(['id', 'currency', 'balance', 'held', 'reserved_rebates', 'reserved_disbursements', 'paid'])
    .execute();
}
