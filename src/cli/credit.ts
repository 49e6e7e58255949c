import type { Command } from 'commander';
import type { PayoutAnswer } from '../partner/crediting/index.ts';
import { withFactCommands } from '../process/index.ts';
import { JSON_FLAG, print, say } from './output.ts';
import { configOfExisting } from './with-database.ts';

export function addCredit(command: Command): void {
  command
    .requiredOption('--through <date>', 'the last day to credit, such as 2024-03-31')
    .option(...JSON_FLAG)
    .addHelpText('after', HELP)
    .action(async ({ through, json }: { through: string; json?: true }) => {
      const made = await withFactCommands(configOfExisting(command), {}, (commands) =>
        commands.credit({ through }),
      );
      if (json) print(JSON.stringify(made));
      else for (const payout of made) printPayout(payout);
      if (made.length === 0) say(`Nothing was due: everything through ${through} is credited.`);
    });
}

function printPayout({ number, kind, first_day, last_day, row_count, reward_usd }: PayoutAnswer): void {
  const days = first_day === last_day ? first_day : `${first_day} to ${last_day}`;
  print(`payout ${number}: ${kind} of ${days}, ${row_count} rows, ${reward_usd} USD`);
}

const HELP = `
What is credited already is not credited again, however often this runs; what has changed
since becomes an adjustment. Then the rebates of groups whose periods have ended are
reserved and paid, once for each group and period. When a server runs, it does the work.

Examples:
  quaestor credit --through 2024-03-31`;
