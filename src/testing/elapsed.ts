const TICK_MS = 20;

/**
 * How long the work takes in the time that this process runs. The clock of the machine would also count how long other
 * programs keep it waiting.
 */
export async function elapsedMs(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), TICK_MS);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return ticks * TICK_MS;
}
