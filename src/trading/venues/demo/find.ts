import type { VenueSettings } from '../settings.ts';
import { accessFile, DEMO_CODES, readAccess, type Access, type DemoCode } from './access.ts';

/** The exchanges that a start of the demo has made in this folder, whether they run or not. */
export async function findDemoVenues(dataFolder: string): Promise<readonly VenueSettings[]> {
  const found = await Promise.all(
    DEMO_CODES.map(async (code) => {
      const access = await readAccess(accessFile(dataFolder, code)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return access && settingsOf(dataFolder, code, access);
    }),
  );
  return found.filter((settings) => settings !== undefined);
}

export const settingsOf = (dataFolder: string, code: DemoCode, { port }: Access): VenueSettings => ({
  code,
  tenant: 'default',
  kind: 'simulated',
  exchange: `http://127.0.0.1:${port}`,
  account: 'MAIN',
  credentials: `file:${accessFile(dataFolder, code)}`,
});
