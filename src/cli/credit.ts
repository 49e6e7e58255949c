import type { Command } from 'commander';
import { runFactCommand } from '../process/index.ts';
import { print, say } from './output.ts';
import { configOfExisting } from './with-database.ts';

/** A payout, as JSON from the process that credits. */
interface Payout {
  readonly number: number;
  readonly kind: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly rowCount: number;
  readonly rewardUsd: string;
}

export function addCreditCommand(program: Command): void {
  const command = program
    .command('credit')
    .description(
      'credit what partners earned to their wallets; the server does so every night for the day before',
    )
    .requiredOption('--through <date>', 'the last day to credit, such as 2024-03-31')
    .addHelpText('after', HELP)
    .action(async ({ through }: { through: string }) => {
      const payouts = (await runFactCommand(configOfExisting(command), {
        name: 'credit',
        input: { through },
        onProgress: (payout) => printPayout(payout as Payout),
      })) as Payout[];
      if (payouts.length === 0) say(`Nothing was due: everything through ${through} is credited.`);
    });
}

function printPayout({ number, kind, firstDay, lastDay, rowCount, rewardUsd }: Payout): void {
  const days = firstDay === lastDay ? firstDay : `${firstDay} to ${lastDay}`;
  print(`payout ${number}: ${kind} of ${days}, ${rowCount} rows, ${rewardUsd} USD`);
}

const HELP = `
What is credited already is not credited again, however often this runs; what has changed
since becomes an adjustment. Then the rebates of groups whose periods have ended are
reserved and paid, once for each group and period. When a server runs on the data folder, it does the work.

Examples:
  quaestor credit --through 2024-03-31`;
