import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { controlExchange } from '../../../../exchange/testing/control.ts';
import { Decimal, systemClock } from '../../../kernel/index.ts';
import { bundle } from '../../../testing/bundle.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { EXCHANGE } from '../../../testing/product.ts';
import { connectVenue } from '../connect.ts';
import type { Call, Venue } from '../port/index.ts';
import { openAccess } from './access.ts';
import { startDemoVenues, type DemoVenues } from './start.ts';

/** Of moves of all prices. */
const ROUNDS = 20;
const SLOW = { timeout: 60_000, interval: 50 };

const patient = (): Call => ({ deadline: new Date(Date.now() + 10_000) });

/** What a test leaves is cleared in reverse order: the folder goes after everything that runs in it. */
function dataFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

async function start(folder: string, run = true): Promise<DemoVenues & { warnings: object[] }> {
  const warnings: object[] = [];
  const logger = { warn: (details: object) => warnings.push(details) };
  const demo = await startDemoVenues({ program: EXCHANGE, dataFolder: folder, run, logger: logger as never });
  onTestFinished(() => demo.stop());
  return { ...demo, warnings };
}

async function connect({ settings }: DemoVenues): Promise<Venue[]> {
  const venues = await Promise.all(settings.map((venue) => connectVenue(venue, {}, systemClock)));
  onTestFinished(async () => void (await Promise.all(venues.map((venue) => venue.close()))));
  return venues;
}

const answers = async (venue: Venue): Promise<string> => (await venue.describe(patient())).kind;

async function allEnd(venues: readonly Venue[], kind: 'answered' | 'notSent'): Promise<void> {
  await expect.poll(() => Promise.all(venues.map(answers)), SLOW).toEqual(venues.map(() => kind));
}

const allAnswer = (venues: readonly Venue[]): Promise<void> => allEnd(venues, 'answered');

/** For a venue that asks who receives it. */
const travelRule = { relation: 'OWN', wallet: { kind: 'SELF_HOSTED' }, declared: true } as const;

async function withdraw(venue: Venue, reference: string): Promise<void> {
  const amount = Decimal.parse('0.01');
  const destination = { kind: 'blockchain', network: 'BITCOIN', address: 'x' } as const;
  const outcome = await venue.withdrawals?.submit(
    { reference, asset: 'BTC', amount, destination, ...(venue.asks && { travelRule }) },
    patient(),
  );
  expect(outcome?.kind).toBe('answered');
}

const isKnown = async (venue: Venue, reference: string): Promise<boolean> => {
  const outcome = await venue.withdrawals?.find?.({ reference, asset: 'BTC', since: new Date() }, patient());
  return outcome?.kind === 'answered' && outcome.value !== null;
};

it('three venues start, keep their keys private and their state through a stop', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  expect(first.settings.map(({ code }) => code)).toEqual(['aurora', 'borealis', 'cumulus']);
  const venues = await connect(first);
  await allAnswer(venues);
  for (const name of readdirSync(join(folder, 'venues')).filter((file) => file.endsWith('.json'))) {
    expect(statSync(join(folder, 'venues', name)).mode & 0o777).toBe(0o600);
  }
  await withdraw(venues[0] as Venue, 'kept');
  await first.stop();
  await allEnd(venues, 'notSent');
  const second = await start(folder);
  expect(second.settings).toEqual(first.settings);
  await allAnswer(venues);
  expect(await isKnown(venues[0] as Venue, 'kept')).toBe(true);
  expect([...first.warnings, ...second.warnings]).toEqual([]);
});

it('the books of the three seldom cross, because their prices move together', async () => {
  const folder = dataFolder();
  await allAnswer(await connect(await start(folder)));
  const exchanges = await Promise.all(
    (['aurora', 'borealis', 'cumulus'] as const).map(async (code) => {
      const { controlPort, controlToken } = await openAccess(folder, code);
      return controlExchange(controlPort, controlToken);
    }),
  );
  await Promise.all(exchanges.map((exchange) => exchange.pace({ tickEveryMs: 0 })));
  const ticked = await Promise.all(exchanges.map(async (exchange) => (await exchange.state()).ticks));
  let crossed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const at = Math.max(...ticked) + round * 30;
    await Promise.all(
      exchanges.map((exchange, index) => exchange.tick(round === 1 ? at - (ticked[index] ?? 0) : 30)),
    );
    const states = await Promise.all(exchanges.map((exchange) => exchange.state()));
    const books = states.flatMap((state) => state.books.filter(({ symbol }) => symbol === 'BTC-USDT'));
    expect(books.length).toBeGreaterThan(1);
    const bids = books.map(({ bids }) => Number(bids[0]?.[0]));
    const asks = books.map(({ asks }) => Number(asks[0]?.[0]));
    if (Math.max(...bids) >= Math.min(...asks)) crossed += 1;
  }
  expect(crossed / ROUNDS).toBeLessThan(0.2);
});

it('when the process that runs them is killed they end, and the next one goes on with what they had confirmed', async () => {
  const folder = dataFolder();
  const owning = await bundle(join(import.meta.dirname, 'testing/owner.ts'));
  onTestFinished(owning.remove);
  const owner = spawn(process.execPath, [owning.path, EXCHANGE, folder], { stdio: 'inherit' });
  const venues = await connect(await start(folder, false));
  await allAnswer(venues);
  for (const [index, venue] of venues.entries()) await withdraw(venue, `before-${index}`);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  await start(folder);
  await allAnswer(venues);
  for (const [index, venue] of venues.entries()) expect(await isKnown(venue, `before-${index}`)).toBe(true);
});

it('a second process on the folder runs none while the first does, and takes over when the first has gone', async () => {
  const folder = dataFolder();
  const first = await start(folder);
  const venues = await connect(first);
  await allAnswer(venues);
  const second = await start(folder);
  await withdraw(venues[1] as Venue, 'once');
  expect(second.warnings).toEqual([]);
  await first.stop();
  await allAnswer(venues);
  expect(await isKnown(venues[1] as Venue, 'once')).toBe(true);
  await second.stop();
  await allEnd(venues, 'notSent');
});

it('a port taken by another program is reported, and used again once it is free', async () => {
  const folder = dataFolder();
  const { controlPort } = await openAccess(folder, 'aurora');
  const stranger = createServer((_request, response) => response.writeHead(404).end()).listen(controlPort);
  await once(stranger, 'listening');
  const demo = await start(folder);
  await expect.poll(() => demo.warnings, SLOW).toEqual([{ venue: 'aurora', port: controlPort }]);
  stranger.close();
  stranger.closeAllConnections();
  await allAnswer(await connect(demo));
});
