/** What was found out about one part of an installation. */
export interface Finding {
  readonly subject: string;
  /** `failed` where something needed does not work; `unknown` where it could not be checked. */
  readonly state: 'ok' | 'warning' | 'failed' | 'unknown';
  /** What was found and, unless it is ok, how to fix it. */
  readonly text: string;
}

export type Found = readonly [state: Finding['state'], text: string];

/** Turns the rejection of a check into a finding. */
export async function check(subject: string, examine: () => Promise<Found>): Promise<Finding> {
  try {
    const [state, text] = await examine();
    return { subject, state, text };
  } catch (error) {
    return { subject, state: 'failed', text: (error as Error).message };
  }
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function bytes(count: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(count, 1)) / 10));
  return `${Number((count / 1024 ** unit).toFixed(1))} ${UNITS[unit]}`;
}
