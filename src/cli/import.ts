import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withFactCommands } from '../process/index.ts';
import { KINDS } from '../partner/facts/kinds/index.ts';
import type { Progress, Summary } from '../partner/facts/intake/index.ts';
import { kindArgument } from './kind-argument.ts';
import { ProgressBar } from './progress.ts';
import { JSON_RESULT_FLAG, print, say } from './output.ts';
import { configOfExisting } from './with-database.ts';

interface ImportOptions {
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
  readonly json?: true;
}

export function addImport(command: Command): void {
  command
    .addArgument(kindArgument())
    .argument('<file>')
    .option('--dry-run', 'check every line and count what would change, and store nothing')
    .option('--idempotency-key <key>', 'import the file once: again, the same file gives the first answer')
    .option(...JSON_RESULT_FLAG)
    .addHelpText('after', HELP)
    .action(async (kind: string, file: string, { dryRun, idempotencyKey, json }: ImportOptions) => {
      const bar = new ProgressBar();
      const path = resolve(file);
      const summary = await withFactCommands(configOfExisting(command), {}, (commands) =>
        commands.import({
          kind,
          path,
          idempotencyKey,
          dryRun,
          onProgress: (progress) => showProgress(bar, progress),
        }),
      ).finally(() => bar.clear());
      if (json) print(JSON.stringify({ ...summary, dryRun: dryRun ?? false }));
      else printSummary(summary, dryRun ?? false);
      if (summary.refused > 0) process.exitCode = 1;
    });
}

function showProgress(bar: ProgressBar, { step, rows, fraction = 0 }: Progress): void {
  bar.show(fraction, `${step}${rows > 0 ? `, ${rows.toLocaleString('en')} lines` : ''}`);
}

function printSummary(summary: Summary, isDryRun: boolean): void {
  const { accepted, repeated, replaced, refused, errors, stoppedAfter } = summary;
  for (const { line, field, reason } of errors) say(`line ${line}: ${`${field} ${reason}`.trim()}`);
  print(`accepted ${accepted}, repeated ${repeated}, replaced ${replaced}, refused ${refused}`);
  if (stoppedAfter !== undefined) say(`Reading stopped after line ${stoppedAfter}.`);
  if (refused > 0) say('Nothing was stored: fix the lines above and import the file again.');
  else if (isDryRun) say('Nothing was stored: this was a dry run.');
}

const HELP = `
The file is stored whole or not at all. Facts that are already stored change nothing.
When a server runs, the file is passed to it through the storage; otherwise this command stores it.
Of a workbook (.xlsx), the first sheet is read.

Kinds, whose fields are in docs/facts.md:
${KINDS.map(({ name, description }) => `  ${name.padEnd(18)}${description.replace(/\. .*/s, '.')}`).join('\n')}

Examples:
  quaestor import orders orders-2024-03.parquet
  quaestor import orders orders-2024-03.xlsx --dry-run
  quaestor import rates rates.csv --data ./data`;
