/**
 * Sends a file of facts, one JSON object on each line, and lists the lines that were refused. All others are stored.
 *
 *   QUAESTOR_URL=… QUAESTOR_CLIENT=… QUAESTOR_SECRET=… npx tsx facts-loader.ts rates rates.ndjson
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { clientCredentials, Partner } from '@quaestor/sdk';

const {
  QUAESTOR_URL: url = 'http://127.0.0.1:8081',
  QUAESTOR_CLIENT = '',
  QUAESTOR_SECRET = '',
} = process.env;
const partner = new Partner({ url, auth: clientCredentials(QUAESTOR_CLIENT, QUAESTOR_SECRET) });
const [kind = 'rates', file = 'rates.ndjson'] = process.argv.slice(2);

async function* readFacts(): AsyncGenerator<object> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line !== '') yield JSON.parse(line) as object;
  }
}

const { accepted, repeated, replaced, faults } = await partner.facts.send(kind, readFacts(), {
  skipRefused: true,
});
console.log(`${accepted} new, ${replaced} replaced, ${repeated} stored before`);
for (const { line, field, reason } of faults) console.log(`fact ${line}: ${field} ${reason}`);
process.exitCode = faults.length > 0 ? 1 : 0;
