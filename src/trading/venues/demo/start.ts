import { join } from 'node:path';
import type { Logger } from '../../../platform/telemetry/index.ts';
import type { VenueSettings } from '../settings.ts';
import { DEMO_CODES, openAccess, venuesFolder } from './access.ts';
import { settingsOf } from './find.ts';
import { runExchange } from './run.ts';

export interface DemoVenues {
  readonly settings: readonly VenueSettings[];
  /** Ends the exchanges that this process runs, and waits until they have written everything down. */
  stop(): Promise<void>;
}

interface StartDemoVenuesOptions {
  /** The exchange, built. */
  readonly program: string;
  readonly dataFolder: string;
  /** Otherwise they are only looked up, for a process beside the one that runs them. */
  readonly run: boolean;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Three simulated exchanges, each a process of its own. Does not wait until they answer. */
export async function startDemoVenues({
  program,
  dataFolder,
  run,
  logger,
}: StartDemoVenuesOptions): Promise<DemoVenues> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running: Promise<void>[] = [];
  const settings = await Promise.all(
    DEMO_CODES.map(async (code): Promise<VenueSettings> => {
      const access = await openAccess(dataFolder, code);
      const directory = join(venuesFolder(dataFolder), code);
      if (run) running.push(runExchange({ program, code, access, directory, logger, signal }));
      return settingsOf(dataFolder, code, access);
    }),
  );
  return {
    settings,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
