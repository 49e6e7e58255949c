import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/kernel/index.ts';
import type { Profile } from '../profiles/index.ts';
import { startExchange } from '../start.ts';
import { controlExchange, type ExchangeControl } from './control.ts';
import { stillProfile } from './profile.ts';

export const CREDENTIALS = { key: 'test-key', secret: 'test-secret', controlToken: 'test-token' };

export interface RunningTestExchange {
  readonly control: ExchangeControl;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts an exchange in this process, on free ports and with an empty data folder. Its addresses follow from its name. */
export async function runTestExchange(
  profile: Profile = stillProfile,
  name = 'test',
): Promise<RunningTestExchange> {
  const directory = mkdtempSync(join(tmpdir(), 'exchange-'));
  const exchange = await startExchange({
    name,
    profile,
    seed: '1',
    directory,
    port: 0,
    controlPort: 0,
    clock: systemClock,
    ...CREDENTIALS,
  });
  return {
    control: controlExchange(exchange.controlPort, CREDENTIALS.controlToken),
    baseUrl: `http://127.0.0.1:${exchange.port}`,
    controlUrl: `http://127.0.0.1:${exchange.controlPort}`,
    async stop() {
      await exchange.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
