import { parseArgs } from 'node:util';
import { startEmbedded } from '../../src/platform/postgres/index.ts';
import { killDisbursements } from '../../src/process/testing/disbursements/kill.ts';
import { killPartners } from '../../src/process/testing/kill-partners.ts';
import { makeFolder, removeFolder } from '../../src/testing/folder.ts';
import { killConversions } from '../../src/trading/conversions/testing/chaos.ts';
import { killTransfers } from '../../src/trading/transfers/testing/chaos.ts';
import { unleash } from '../../src/trading/withdrawals/testing/chaos.ts';

/**
 * Kills servers under load at random moments, as often as asked: `npm run chaos -- --kills 1000 --seed 7`, of the partner
 * service with `--service partner`, of conversions over the protocols of two exchanges with `--service conversions`, of transfers
 * between three exchanges with `--service transfers`, and of a whole product that pays partners with `--service disbursements`.
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

const SERVICES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  trading: killTrading,
  partner: killPartner,
  conversions: killConverting,
  transfers: killTransferring,
  disbursements: killPaying,
};
const run = SERVICES[values.service];
if (!run) throw new Error(`--service must be one of ${Object.keys(SERVICES).join(', ')}.`);

const dataFolder = makeFolder();
const server = await startEmbedded({ dataFolder, say: () => {} });
try {
  const faults = await run();
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
    endings: kills,
    seed,
    say: (line) => console.log(line),
  });
  console.log(
    `${kills} kills with the seed ${seed}: ${accepted} withdrawals accepted, ${JSON.stringify(endings)}`,
  );
  return faults;
}

async function killPartner(): Promise<readonly string[]> {
  const { batches, longestOutageMs, lagMs, faults } = await killPartners({
    databaseUrl: server.url,
    kills,
    seed,
    say: (line) => console.log(line),
  });
  const outage = `${Math.round(longestOutageMs)} ms without an accepted batch at most`;
  const lag = `${Math.round(lagMs.median)} ms until a batch is read elsewhere, ${Math.round(lagMs.longest)} ms at most`;
  console.log(`${kills} kills with the seed ${seed}: ${batches} batches accepted, ${outage}, ${lag}`);
  return faults;
}

async function killConverting(): Promise<readonly string[]> {
  const report = await killConversions({ databaseUrl: server.url, kills, seed });
  const { orders, trades, completed, interrupted, faults } = report;
  const work = `${completed} conversions completed with ${orders.length} orders and ${trades.length} trades`;
  console.log(
    `${kills} kills with the seed ${seed}, ${interrupted} of them with an order on its way: ${work}`,
  );
  return faults;
}

async function killTransferring(): Promise<readonly string[]> {
  const { faults, endings, ...counts } = await killTransfers({
    databaseUrl: server.url,
    kills,
    seed,
    say: (line) => console.log(line),
  });
  const { accepted, checks, arrived, foreign } = counts;
  const work = `${accepted} transfers accepted, ${arrived} arrived beside ${foreign} deposits of others`;
  console.log(
    `${kills} kills with the seed ${seed}: ${work}, sums compared ${checks} times, ${JSON.stringify(endings)}`,
  );
  return faults;
}

async function killPaying(): Promise<readonly string[]> {
  const { repeated, endings, faults } = await killDisbursements({
    databaseUrl: server.url,
    kills,
    seed,
    say: (line) => console.log(line),
  });
  console.log(
    `${kills} kills with the seed ${seed}, ${repeated} requests repeated: ${JSON.stringify(endings)}`,
  );
  return faults;
}
