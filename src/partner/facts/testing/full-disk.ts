import { connect } from '../../../platform/postgres/index.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';
import { ingest } from '../intake/index.ts';

/*
 * A process of its own that may write only so much to a file: it stores a rate, tries to take in more than fits,
 * and tells what came of it and whether it can go on.
 */
const [folder = '', url = ''] = process.argv.slice(2);
const database = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'full disk' });
const context = contextOf(await openTestFacts(folder, database.db));
await put(context, 'rates', rate('EUR', '2024-03-01', '0.9'));
const sql = `
  select 'n' || i as campaign_code, md5(i::varchar) || md5((i + 1)::varchar) as title from range(300000) r(i)`;
const code = await ingest(context, { kind: 'campaigns', source: { format: 'select', sql } }).then(
  () => 'stored',
  (error: { code?: string; message: string }) => error.code ?? error.message,
);
const counts = await context.facts.database.query(
  'select (select count(*) from campaigns) as campaigns, (select count(*) from rates) as rates',
);
await put(context, 'rates', rate('JPY', '2024-03-01', '150'));
process.stdout.write(JSON.stringify({ code, counts }));
await context.facts.close();
await database.close();
