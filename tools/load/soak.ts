import { parseArgs } from 'node:util';
import { startEmbedded } from '../../src/platform/postgres/index.ts';
import { findGrowth, soak } from '../../src/process/testing/soak.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';

/** Works on both services for a while, and fails if the second half takes more memory: `npm run soak -- --minutes 10`. */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');

const dataFolder = makeFolder();
const server = await startEmbedded({ dataFolder, say: () => {} });
try {
  const until = performance.now() + (minutes * 60_000) / 2;
  const report = await soak({
    databaseUrl: server.url,
    goOn: () => performance.now() < until,
    say: (line) => console.log(line),
  });
  const faults = [...report.faults, ...findGrowth(report)];
  for (const fault of faults) console.error(fault);
  console.log(`${report.rounds} rounds, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server.stop();
  await removeFolder(dataFolder);
}
