import { ConfigError } from '../config/index.ts';
import { Problem } from '../kernel/index.ts';
import type { Finding } from '../process/index.ts';

/* eslint-disable no-console -- the output of the command line */

/** Writes a line for the person at the terminal to standard error. */
export function say(line: string): void {
  console.error(line);
}

/** Prints a result to standard output, for other programs. */
export function print(text: string): void {
  console.log(text);
}

/** Of commands that print a list. */
export const JSON_FLAG = ['--json', 'print JSON instead of a table'] as const;

/** Of commands that print one result. */
export const JSON_RESULT_FLAG = ['--json', 'print JSON instead of text'] as const;

/** Prints rows for people, or everything that is known of them for programs. */
export function printList<Row>(
  all: readonly Row[],
  { json, toLine, empty }: { json?: true | undefined; toLine: (row: Row) => Line; empty: string },
): void {
  if (json) print(JSON.stringify(all));
  else printTable(all.map(toLine), empty);
}

type Line = Readonly<Record<string, string>>;

/** Prints rows as aligned columns under their names. */
export function printTable(rows: readonly Line[], empty: string): void {
  const [first] = rows;
  if (first === undefined) {
    say(empty);
    return;
  }
  const names = Object.keys(first);
  const lines = [Object.fromEntries(names.map((name) => [name, name.toUpperCase()])), ...rows];
  const widths = names.map((name) => Math.max(...lines.map((line) => (line[name] ?? '').length)));
  for (const line of lines) {
    print(
      names
        .map((name, column) => (line[name] ?? '').padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

const STATES: Record<Finding['state'], string> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
  unknown: 'unknown',
};

interface FindingsLayout {
  /** Prints nothing yet: the caller prints what is returned. */
  readonly json?: true | undefined;
  readonly indent: string;
  readonly width: number;
}

/** Prints findings as one line each, as soon as they are made, and returns them; a failed one makes the exit code 1. */
export async function printFindings(
  findings: AsyncIterable<Finding>,
  { json, indent, width }: FindingsLayout,
): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for await (const finding of findings) {
    const { subject, state, text } = finding;
    all.push(finding);
    if (state === 'failed') process.exitCode = 1;
    if (!json)
      print(`${indent}${subject.padEnd(width)}${STATES[state].padEnd(9)}${text.replaceAll(/\s+/g, ' ')}`);
  }
  return all;
}

/** Explains why a command failed and returns its exit code. Unexpected errors are shown with their stack. */
export function reportError(error: unknown): number {
  if (error instanceof Problem) {
    say(error.message);
    for (const [field, messages] of Object.entries(error.errors ?? {})) {
      for (const message of messages) say(`  ${field} ${message}`);
    }
  } else if (error instanceof ConfigError || (error instanceof Error && error.constructor === Error)) {
    say(error.message);
  } else {
    console.error(error);
  }
  return 1;
}
