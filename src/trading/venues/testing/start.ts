import type { Profile } from '../../../../exchange/testing/profile.ts';
import {
  CREDENTIALS,
  runTestExchange,
  type RunningTestExchange,
} from '../../../../exchange/testing/start.ts';
import { systemClock } from '../../../kernel/index.ts';
import type { Venue } from '../port/index.ts';
import { connectSimulated } from '../simulated/adapter.ts';

export interface TestExchange extends RunningTestExchange {
  readonly venue: Venue;
  /** Connects one more adapter to the same exchange. */
  readonly connect: () => Venue;
}

/** Starts an exchange in this process and connects our adapter to it over real sockets. */
export async function startTestExchange(profile?: Profile, name?: string): Promise<TestExchange> {
  const exchange = await runTestExchange(profile, name);
  const { baseUrl } = exchange;
  const connect = (): Venue =>
    connectSimulated({ code: 'test', baseUrl, clock: systemClock, ...CREDENTIALS });
  const venue = connect();
  return {
    ...exchange,
    venue,
    connect,
    async stop() {
      await venue.close();
      await exchange.stop();
    },
  };
}
