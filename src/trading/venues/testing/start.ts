import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../kernel/index.ts';
import type { Venue } from '../port.ts';
import { connectSimulated } from '../simulated/adapter.ts';
import type { Profile } from '../simulated/exchange/profiles/index.ts';
import { startExchange } from '../simulated/exchange/start.ts';
import { controlExchange, type ExchangeControl } from './control.ts';
import { stillProfile } from './profile.ts';

export const CREDENTIALS = { key: 'test-key', secret: 'test-secret', controlToken: 'test-token' };

export interface TestExchange {
  readonly venue: Venue;
  /** One more adapter to the same exchange. */
  readonly connect: () => Venue;
  readonly control: ExchangeControl;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly stop: () => Promise<void>;
}

/** An exchange in this process with a fresh directory, and our adapter connected to it over real sockets. */
export async function startTestExchange(profile: Profile = stillProfile): Promise<TestExchange> {
  const directory = mkdtempSync(join(tmpdir(), 'exchange-'));
  const { key, secret, controlToken } = CREDENTIALS;
  const exchange = await startExchange({
    name: 'test',
    profile,
    seed: '1',
    directory,
    port: 0,
    controlPort: 0,
    clock: systemClock,
    ...CREDENTIALS,
  });
  const baseUrl = `http://127.0.0.1:${exchange.port}`;
  const connect = (): Venue => connectSimulated({ code: 'test', baseUrl, key, secret, clock: systemClock });
  const venue = connect();
  return {
    venue,
    connect,
    control: controlExchange(exchange.controlPort, controlToken),
    baseUrl,
    controlUrl: `http://127.0.0.1:${exchange.controlPort}`,
    async stop() {
      await venue.close();
      await exchange.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
