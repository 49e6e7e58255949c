import { parseArgs } from 'node:util';
import { systemClock } from '../src/kernel/index.ts';
import { PROFILES } from './profiles/index.ts';
import { startExchange } from './start.ts';

const USAGE = `Usage: main.js --name NAME --data DIRECTORY --profile ${Object.keys(PROFILES).join('|')}
  [--port N] [--control-port N] [--seed TEXT] [--still] [--until-input-ends]
With --still prices move only on command, and requests have no latency.
With --until-input-ends it stops when its standard input closes, for example because its parent has died.
The environment gives EXCHANGE_KEY, EXCHANGE_SECRET and EXCHANGE_CONTROL_TOKEN.
`;

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    data: { type: 'string' },
    profile: { type: 'string' },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    still: { type: 'boolean', default: false },
    'until-input-ends': { type: 'boolean', default: false },
  },
});
const { EXCHANGE_KEY: key, EXCHANGE_SECRET: secret, EXCHANGE_CONTROL_TOKEN: controlToken } = process.env;
const profile = PROFILES[values.profile ?? ''];

if (!values.name || !values.data || !profile || !key || !secret || !controlToken) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const exchange = await startExchange({
  name: values.name,
  profile: values.still ? { ...profile, pace: { ...profile.pace, latencyMs: 0, tickEveryMs: 0 } } : profile,
  seed: values.seed,
  directory: values.data,
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  key,
  secret,
  controlToken,
  clock: systemClock,
});

const stop = (): void => void exchange.stop().then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
if (values['until-input-ends']) process.stdin.resume().once('close', stop);

// Tells the parent process the ports of the exchange, which is now ready.
const { port, controlPort } = exchange;
process.stdout.write(`${JSON.stringify({ name: values.name, port, controlPort })}\n`);
