import type { Config } from '../config/index.ts';
import type { Facts } from '../partner/facts/handle/index.ts';
import type { Channel } from '../platform/notices/index.ts';
import type { PersonalData } from '../platform/personal-data/index.ts';
import type { Database, DatabaseClock } from '../platform/postgres/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { Logger } from '../platform/telemetry/index.ts';
import type { Webhooks } from '../platform/webhooks/index.ts';
import type { EventFeed } from '../trading/events/index.ts';
import type { MarketData } from '../trading/market-data/index.ts';
import type { Venues } from '../trading/venues/index.ts';

/** What a process has opened for the modules it runs. */
export interface Resources {
  readonly config: Config;
  readonly database: Database;
  readonly clock: DatabaseClock;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly webhooks: Webhooks;
  readonly personal: PersonalData;
  readonly venues: Venues;
  readonly marketData: MarketData;
  readonly feed: EventFeed;
  /** Of a demo: its mail leaves no machine. */
  readonly demoMail: Channel | undefined;
  /** Only with the role `partner`. */
  readonly facts: Facts | undefined;
}
