import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTraceId, type Actor, type Context } from '../../src/kernel/index.ts';
import { creditingProjection } from '../../src/partner/crediting/index.ts';
import { ingest } from '../../src/partner/facts/intake/index.ts';
import { openFacts, type Facts, factsContext } from '../../src/partner/facts/handle/index.ts';
import { rewardDerivation } from '../../src/partner/rewards/index.ts';
import { namesProjection } from '../../src/partner/wallets/index.ts';
import { connect, migrate, startEmbedded, type Db } from '../../src/platform/postgres/index.ts';
import { openLocalStorage } from '../../src/platform/storage/index.ts';

const PARTNERS = 1_000;
export const CLIENTS = 50_000;

/** Every other partner has a parent. */
const PROGRAM: Record<string, string> = {
  partners: `select 'P' || i as partner_uid, case when i % 2 = 1 then 'P' || (i - 1) end as parent_uid
    from range(${PARTNERS}) r(i) order by parent_uid nulls first`,
  'partner-accounts': `select (700000 + i)::varchar as partner_account, 'P' || i as partner_uid,
    case when i % 3 = 0 then 'EUR' else 'USD' end as currency, 'Main' as account_name,
    date '2024-01-01' as opened_on from range(${PARTNERS}) r(i)`,
  links: `select 'L' || i as link_code, (700000 + i)::varchar as partner_account from range(${PARTNERS}) r(i)`,
  rates: `select 'EUR' as currency, date '2024-01-01' as rate_date, 0.92 as per_usd`,
  tariffs: `select '*' as partner_uid, '*' as account_type, '*' as symbol, date '2024-01-01' as valid_from,
    'formula_forex' as formula_code, 8.5 as reward_size, 'USD' as reward_size_currency, 1 as level,
    10 as second_level_percent`,
  clients: `select 'u' || i as client_uid, 'L' || (i % ${PARTNERS}) as link_code,
    timestamp '2024-01-02' as registered_at, 'PT' as country, 'web' as platform from range(${CLIENTS}) r(i)`,
  'client-accounts': `select (9000000 + i)::varchar as client_account, 'u' || i as client_uid,
    'standard' as account_type, 'mt5' as platform, timestamp '2024-01-02' as opened_at
    from range(${CLIENTS}) r(i)`,
};

interface Program {
  readonly facts: Facts;
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** A store with a program of partners and clients, and no orders. */
export async function openProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-bench-'));
  chmodSync(folder, 0o755);
  const server = await startEmbedded({ dataFolder: folder, say: () => {} });
  const database = connect({
    url: server.url,
    poolSize: 4,
    statementTimeoutMs: 60_000,
    applicationName: 'bench',
  });
  await migrate(database);
  const facts = await openFacts({
    db: database.db,
    storage: openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' }),
    folder: join(folder, 'facts'),
    threads: 2,
    memoryLimitBytes: 2 * 2 ** 30,
    readers: 2,
    derivations: [rewardDerivation],
    guards: [],
    projections: [creditingProjection, namesProjection],
  });
  await facts.ready;
  for (const [kind, sql] of Object.entries(PROGRAM)) await take(facts, kind, sql);
  return {
    facts,
    db: database.db,
    async close() {
      await facts.close();
      await database.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const actor: Actor = { kind: 'system', id: 'bench', tenant: 'default', scopes: new Set(['program:view']) };
const { signal } = new AbortController();

export function contextOf<Handle>(db: Handle): Context<Handle> {
  const clock = { now: () => new Date('2024-06-01T00:00:00.000Z') };
  return { actor, db, clock, traceId: newTraceId(), signal };
}

export async function take(facts: Facts, kind: string, sql: string): Promise<void> {
  const { refused, errors } = await ingest(factsContext(contextOf(facts.db), facts), {
    kind,
    source: { format: 'select', sql },
  });
  if (refused > 0) throw new Error(`${kind}: ${JSON.stringify(errors[0])}`);
}

export async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
