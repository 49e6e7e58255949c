const HOUR_MS = 3_600_000;

/** How far back the sums of rules reach. */
export const WINDOW_MS = { '24h': 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS } as const;
