import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { startEmbedded } from '../src/platform/postgres/index.ts';
import { killPartners } from '../src/process/testing/kill-partners.ts';
import { makeFolder, removeFolder } from '../src/testing/folder.ts';
import { unleash } from '../src/trading/withdrawals/testing/chaos.ts';

/**
 * Kills servers under load at random moments, as often as asked: `npm run chaos -- --kills 1000 --seed 7`, of the partner
 * service with `--service partner`.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    service: { type: 'string', default: 'trading' },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--kills must be a whole number from 1, and --seed a whole number.');
}

if (!['trading', 'partner'].includes(values.service))
  throw new Error('--service must be trading or partner.');

await ensureBuilt();
const dataFolder = makeFolder();
const server = await startEmbedded({ dataFolder, say: () => {} });
try {
  const faults = values.service === 'trading' ? await killTrading() : await killPartner();
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await removeFolder(dataFolder);
}

async function killTrading(): Promise<readonly string[]> {
  const { accepted, endings, faults } = await unleash({
    databaseUrl: server.url,
    kills,
    seed,
    say: (line) => console.log(line),
  });
  console.log(
    `${kills} kills with the seed ${seed}: ${accepted} withdrawals accepted, ${JSON.stringify(endings)}`,
  );
  return faults;
}

async function killPartner(): Promise<readonly string[]> {
  const { batches, longestOutageMs, faults } = await killPartners({ databaseUrl: server.url, kills, seed });
  const outage = `${Math.round(longestOutageMs)} ms without an accepted batch at most`;
  console.log(`${kills} kills with the seed ${seed}: ${batches} batches accepted, ${outage}`);
  return faults;
}
