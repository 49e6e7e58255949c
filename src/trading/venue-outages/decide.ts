import type { OutageRow } from './store.ts';

/** How long a venue must not be live before people get a message, and be live again before the outage has ended. */
const LASTING_MS = 5 * 60_000;

export type Outage = Pick<OutageRow, 'since' | 'noticed_at' | 'live_since'>;

export interface Step {
  /** Undefined if there is no outage any more. */
  readonly after: Outage | undefined;
  readonly isNoticed: boolean;
}

/** What one look at a venue makes of its outage. */
export function decide(before: Outage | undefined, isLive: boolean, now: Date): Step {
  const lasts = (since: Date) => now.getTime() - since.getTime() >= LASTING_MS;
  if (isLive) {
    // Nobody got a message about it, so it ends at once: a short interruption causes none.
    if (!before?.noticed_at) return { after: undefined, isNoticed: false };
    const live_since = before.live_since ?? now;
    return { after: lasts(live_since) ? undefined : { ...before, live_since }, isNoticed: false };
  }
  const outage = { ...(before ?? { since: now, noticed_at: null }), live_since: null };
  if (outage.noticed_at || !lasts(outage.since)) return { after: outage, isNoticed: false };
  return { after: { ...outage, noticed_at: now }, isNoticed: true };
}
