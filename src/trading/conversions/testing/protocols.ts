import { Decimal } from '../../../kernel/index.ts';
import type { VenueSettings } from '../../venues/index.ts';
import {
  accessTo,
  imitationOf,
  keysOf,
  startLoopback,
  type Loopback,
} from '../../venues/testing/imitated.ts';

/** OKX charges fees in the asset received, Kraken in the counter asset. */
const PROTOCOLS = ['kraken', 'okx'] as const;

export interface Protocols {
  readonly servers: Readonly<Record<(typeof PROTOCOLS)[number], Loopback>>;
  readonly settings: readonly VenueSettings[];
  /** The keys. */
  readonly env: Record<string, string>;
  /** Asset to what our accounts own at both. */
  owned(): Map<string, Decimal>;
  stop(): Promise<void>;
}

/** Two exchanges on this machine that speak protocols of real ones. */
export async function startProtocols(): Promise<Protocols> {
  const [kraken, okx] = await Promise.all([
    startLoopback(imitationOf('kraken').dialect),
    startLoopback(imitationOf('okx').dialect),
  ]);
  const servers = { kraken, okx };
  return {
    servers,
    settings: PROTOCOLS.map((exchange) => ({
      code: exchange,
      tenant: 'acme',
      kind: 'ccxt',
      exchange,
      account: 'MAIN',
      credentials: `env:${exchange.toUpperCase()}`,
      ...accessTo(servers[exchange].port),
    })),
    env: Object.fromEntries(
      PROTOCOLS.flatMap((exchange) =>
        Object.entries(keysOf(exchange)).map(([name, value]) => [
          `${exchange.toUpperCase()}_${name.toUpperCase()}`,
          value,
        ]),
      ),
    ),
    owned() {
      const sums = new Map<string, Decimal>();
      for (const { core } of Object.values(servers)) {
        for (const asset of core.assets) {
          const own = core.free(asset).plus(core.locked(asset));
          sums.set(asset, own.plus(sums.get(asset) ?? Decimal.ZERO).trim());
        }
      }
      return sums;
    },
    async stop() {
      await Promise.all([kraken.goOffline(), okx.goOffline()]);
    },
  };
}
