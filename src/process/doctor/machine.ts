import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Config } from '../../config/index.ts';
import { requireData } from '../data-folder.ts';
import { findBusyPorts, withNotedPorts } from '../services/index.ts';
import { addressOf } from '../public-url.ts';
import { bytes, check, type Finding, type Found } from './finding.ts';

const SCARCE_BYTES = 1024 ** 3;
const SCARCE_FRACTION = 0.1;
const ANSWER_WITHIN_MS = 5_000;

export async function* examineMachine(config: Config): AsyncGenerator<Finding> {
  yield await check('data', () => examineFolder(config));
  const busy = await findBusyPorts(await withNotedPorts(config));
  if (busy.length === 0) {
    yield { subject: 'ports', state: 'ok', text: 'free: no process of this configuration runs here' };
  }
  for (const listener of busy)
    yield await check(`port ${listener.port}`, () => examinePort(addressOf(listener)));
}

async function examineFolder(config: Config): Promise<Found> {
  const { data } = config;
  requireData(config);
  if (!existsSync(data)) return ['ok', `${data} will be created at the first start`];
  await access(data, constants.R_OK | constants.W_OK).catch(() => {
    throw new Error(
      `${data} cannot be written by this account. Change its owner, or choose another with --data.`,
    );
  });
  const { bavail, blocks, bsize } = await statfs(data);
  const free = `${bytes(bavail * bsize)} free in ${data}`;
  if (bavail * bsize < SCARCE_BYTES) return ['failed', `only ${free}: make room`];
  return bavail / blocks < SCARCE_FRACTION ? ['warning', `only ${free}: make room soon`] : ['ok', free];
}

/** A busy port is right where it is our own process that answers. */
async function examinePort(address: string): Promise<Found> {
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(
    () => undefined,
  );
  const isOurs = answer?.headers.has('x-request-id') ?? false;
  if (!isOurs) return ['failed', `another program uses ${address}: stop it, or choose another port`];
  return answer?.status === 503
    ? ['failed', `the process at ${address} is not ready: ${address}/readyz says why`]
    : ['ok', `a process of Quaestor answers at ${address}`];
}
