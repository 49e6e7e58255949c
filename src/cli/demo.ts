import type { Command } from 'commander';
import { Problem } from '../kernel/index.ts';
import { withFactCommands } from '../process/index.ts';
import { ProgressBar } from './progress.ts';
import { print, say } from './output.ts';
import { whole } from './whole.ts';
import { configOf } from './with-database.ts';

interface LoadOptions {
  readonly orders: number;
  readonly seed: number;
  readonly intoProduction?: true;
}

export function addDemo(demo: Command): void {
  const load = demo
    .command('load')
    .description('fill the fact store with two years of a partner program that ends today')
    .option('--orders <number>', 'how many orders it has', whole(1, 1_000_000_000), 200_000)
    .option('--seed <number>', 'the same seed on the same day gives the same program', whole(0, 2 ** 31), 1)
    .option('--into-production', 'load it although there is a configuration file')
    .action(async ({ orders, seed, intoProduction }: LoadOptions) => {
      const config = configOf(load);
      if (!config.demo && !intoProduction) refuse();
      const bar = new ProgressBar();
      const loaded = await withFactCommands(config, { mayCreate: true }, (commands) =>
        commands.loadDemo({
          orders,
          seed,
          onProgress: ({ kind, fraction }) => bar.show(fraction, kind),
        }),
      ).finally(() => bar.clear());
      if (Object.values(loaded).every((count) => count === 0)) say('All of it was already stored.');
      for (const [kind, count] of Object.entries(loaded)) print(`${kind} ${count}`);
    });
}

function refuse(): never {
  throw new Problem(
    'unprocessable',
    'This installation has a configuration file, and generated facts would be mixed with real ones. ' +
      'Add --into-production to load them all the same.',
  );
}
