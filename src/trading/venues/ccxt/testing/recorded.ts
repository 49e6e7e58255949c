import type { Venue } from '../../port/index.ts';
import { ccxtVenue } from '../adapter.ts';
import { PROFILES } from '../profiles.ts';
import { openTransport } from '../transport/transport.ts';
import { newExchange } from './connect.ts';
import { imitationOf } from './imitations.ts';
import { recordRequests, type Answer, type Recorded } from './recorder.ts';
import { DEADLINE, NONCE, NOW } from './wire.ts';

interface RecordedVenue {
  readonly venue: Venue;
  /** What has left since the markets were loaded. */
  readonly requests: readonly Recorded[];
}

/** Our adapter to an exchange that describes its markets, and answers everything else with the given answer. */
export async function openRecorded(
  id: string,
  answer: () => Answer | undefined = () => undefined,
): Promise<RecordedVenue> {
  const { wire, dialect } = imitationOf(id);
  const { connection, requests } = recordRequests(({ url }) => {
    const body = wire.answers[url.pathname + url.search] ?? wire.answers[url.pathname];
    return body === undefined ? answer() : { body };
  });
  const venue = ccxtVenue({
    code: id,
    account: 'MAIN',
    clock: { now: () => NOW },
    create() {
      const exchange = newExchange(id);
      exchange.milliseconds = () => NOW.getTime();
      // Timestamps come from the deadline; a nonce only has to rise.
      if (PROFILES[id]?.signedForMs === undefined) exchange.nonce = () => NONCE;
      return exchange;
    },
    profile: PROFILES[id],
    withdrawalFees: dialect.withdrawalFees,
    transport: openTransport(() => NOW, connection),
  });
  // Whatever is asked of the account first needs the markets, and so loads them.
  await venue.balances?.({ deadline: DEADLINE });
  requests.length = 0;
  return { venue, requests };
}
