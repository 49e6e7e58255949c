import { resolve } from 'node:path';
import type { Command } from 'commander';
import { withFactCommands } from '../process/index.ts';
import { KINDS } from '../partner/facts/kinds/index.ts';
import type { Progress, Summary } from '../partner/facts/intake/index.ts';
import { ProgressBar } from './progress.ts';
import { print, say } from './output.ts';
import { configOfExisting } from './with-database.ts';

export function addImport(command: Command): void {
  command
    .arguments('<kind> <file>')
    .option('--idempotency-key <key>', 'import the file once: again, the same file gives the first answer')
    .addHelpText('after', HELP)
    .action(async (kind: string, file: string, { idempotencyKey }: { idempotencyKey?: string }) => {
      const bar = new ProgressBar();
      const path = resolve(file);
      const summary = await withFactCommands(configOfExisting(command), {}, (commands) =>
        commands.import({
          kind,
          path,
          idempotencyKey,
          onProgress: (progress) => showProgress(bar, progress),
        }),
      ).finally(() => bar.clear());
      printSummary(summary);
    });
}

function showProgress(bar: ProgressBar, { step, rows, fraction = 0 }: Progress): void {
  bar.show(fraction, `${step}${rows > 0 ? `, ${rows.toLocaleString('en')} lines` : ''}`);
}

function printSummary({ accepted, repeated, replaced, refused, errors, stoppedAfter }: Summary): void {
  for (const { line, field, reason } of errors) say(`line ${line}: ${`${field} ${reason}`.trim()}`);
  print(`accepted ${accepted}, repeated ${repeated}, replaced ${replaced}, refused ${refused}`);
  if (refused === 0) return;
  if (stoppedAfter !== undefined) say(`Reading stopped after line ${stoppedAfter}.`);
  say('Nothing was stored: fix the lines above and import the file again.');
  process.exitCode = 1;
}

const HELP = `
The file is stored whole or not at all. Facts that are already stored change nothing.
When a server runs, the file is passed to it through the storage; otherwise this command stores it.

Kinds, whose fields are in docs/facts.md:
${KINDS.map(({ name, description }) => `  ${name.padEnd(18)}${description.replace(/\. .*/s, '.')}`).join('\n')}

Examples:
  quaestor import orders orders-2024-03.parquet
  quaestor import rates rates.csv --data ./data`;
