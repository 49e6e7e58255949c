import { parseArgs } from 'node:util';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { startEmbedded } from '../src/platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../src/testing/folder.ts';
import { unleash } from '../src/trading/withdrawals/testing/chaos.ts';

/** Kills servers under load at random moments, for as long as one likes: `npm run chaos -- --kills 1000 --seed 7`. */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  throw new Error('--kills must be a whole number from 1, and --seed a whole number.');
}

await ensureBuilt();
const dataFolder = makeFolder();
const server = await startEmbedded({ dataFolder, say: () => {} });
try {
  const { accepted, endings, faults } = await unleash({
    databaseUrl: server.url,
    kills,
    seed,
    say: (line) => console.log(line),
  });
  console.log(
    `${kills} kills with the seed ${seed}: ${accepted} withdrawals accepted, ${JSON.stringify(endings)}`,
  );
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await removeFolder(dataFolder);
}
