import { Problem } from '../../../kernel/index.ts';

/** Lets a few works run at once and a few wait; refuses the rest. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createQueue({ running, waiting }: { running: number; waiting: number }): Queue {
  let free = running;
  const line: (() => void)[] = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
      else {
        throw new Problem('unavailable', 'Too many sign-ins at once. Try again shortly.', {
          headers: { 'retry-after': '1' },
        });
      }
      try {
        return await work();
      } finally {
        const next = line.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
