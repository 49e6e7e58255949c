import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import { systemClock } from '../../kernel/index.ts';
import { compareAnchors, listAnchors, lastVerification, verifyAudit } from '../../platform/audit/index.ts';
import { findWriter } from '../../partner/facts/log/index.ts';
import { hasSigningKey } from '../../platform/auth/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import {
  checkVenue,
  connectVenue,
  INITIALLY,
  readSwitches,
  type VenueSettings,
} from '../../trading/venues/index.ts';
import { findOpenRestore } from '../../trading/restores/index.ts';
import { openSecrets } from '../data-folder.ts';
import { withFactCommands } from '../facts/index.ts';
import { openFiles } from '../files.ts';
import { knownVenues } from '../venues.ts';
import { bytes, check, type Finding, type Found } from './finding.ts';

/** A worker verifies every night. */
const VERIFIED_WITHIN_MS = 26 * 3_600_000;

export async function* examineParts(config: Config, db: Db): AsyncGenerator<Finding> {
  yield await check('secret', () => examineSecret(config, db));
  yield await check('storage', () => examineStorage(config));
  for (const venue of await knownVenues(config))
    yield await check(`venue ${venue.code}`, () => examineVenue(venue, config, db));
  if (config.roles.includes('partner')) yield await check('facts', () => examineFacts(config, db));
  yield await check('audit', () => examineAudit(db));
  yield await check('restore', () => examineRestore(config, db));
}

async function examineSecret(config: Config, db: Db): Promise<Found> {
  return (await hasSigningKey({ db, secrets: await openSecrets(config), clock: systemClock }))
    ? ['ok', 'it opens the signing key of the database']
    : ['ok', 'the database has no signing key yet, so every secret fits'];
}

/** Writes a small file and removes it. */
async function examineStorage(config: Config): Promise<Found> {
  const storage = await openFiles(config, await openSecrets(config));
  await storage.check?.();
  const key = `checks/${randomUUID()}.txt`;
  await storage.put(
    key,
    (async function* () {
      yield Buffer.from('quaestor doctor\n');
    })(),
  );
  await storage.remove(key);
  const { bucket } = config.storage;
  return ['ok', bucket === '' ? 'the folder can be written' : `the bucket ${bucket} can be written`];
}

async function examineVenue(settings: VenueSettings, config: Config, db: Db): Promise<Found> {
  const { tenant, code, kind } = settings;
  const switches = (await readSwitches(db, tenant))({ code, initially: INITIALLY[kind] });
  const venue = await connectVenue(settings, process.env, systemClock);
  try {
    const found: Finding[] = [];
    const options = { clock: systemClock, switches, symbols: config.marketData.symbols };
    for await (const finding of checkVenue(venue, options)) found.push(finding);
    const worst = ['failed', 'warning'].flatMap((state) =>
      found.filter((finding) => finding.state === state),
    );
    const [first] = worst;
    return first
      ? [first.state, `${first.subject}: ${first.text}; all about it: quaestor venues check ${code}`]
      : [
          'ok',
          `it answers and accepts the key; trading ${switches.trading}, withdrawals ${switches.withdrawals}`,
        ];
  } finally {
    await venue.close();
  }
}

async function examineFacts(config: Config, db: Db): Promise<Found> {
  if ((await findWriter(db)) === undefined) {
    return ['warning', 'no process writes facts: start one with the role partner'];
  }
  const {
    head,
    applied,
    objects,
    bytes: size,
    writer,
  } = await withFactCommands(config, {}, (commands) => commands.status());
  const text = `${head} batches in ${objects} objects (${bytes(size)}), written by ${writer ?? 'no process'}`;
  return applied < head
    ? ['warning', `${text}; ${applied} are applied there: repeat this in a minute`]
    : ['ok', text];
}

async function examineAudit(db: Db): Promise<Found> {
  const last = await lastVerification(db);
  const isRecent = last && systemClock.now().getTime() - Date.parse(last.at) < VERIFIED_WITHIN_MS;
  if (isRecent && last.intact) return ['ok', `verified at ${last.at}`];
  const { rows, fault } = await verifyAudit(db);
  if (fault)
    return ['failed', `row ${fault.seq} is ${fault.kind}: run quaestor audit verify with the last anchor`];
  return ['ok', `${rows} rows verified now`];
}

async function examineRestore(config: Config, db: Db): Promise<Found> {
  const open = await findOpenRestore(db);
  if (open) {
    const since = open.lostSince?.toISOString() ?? 'a time before the backup';
    return [
      'failed',
      `the database was restored from a backup and no withdrawal is sent: run quaestor reconcile withdrawals --since ${since}, then quaestor reconcile release`,
    ];
  }
  const anchors = await listAnchors(await openFiles(config, await openSecrets(config)));
  if (anchors.length === 0) return ['ok', 'the storage has no anchor yet: a worker writes the first'];
  const { lost } = await compareAnchors(db, anchors);
  return lost.length === 0
    ? ['ok', `the database has all ${anchors.length} anchors of the storage`]
    : [
        'failed',
        'the database is behind the storage, as after a restore: start a worker, which holds withdrawals',
      ];
}
