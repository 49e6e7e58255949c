import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/ensure.mjs';
import { significant, type Measurement } from './measure.ts';

/** Checks out an earlier commit in a folder of its own, with its own packages, and builds it. */
export async function openEarlier(commit: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const run = (program: string, ...args: readonly string[]): void =>
    void execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    run('git', 'clone', '--quiet', '--shared', '--no-checkout', root, '.');
    run('git', 'checkout', '--quiet', commit);
    console.log(`Installing and building ${commit} ...`);
    run('npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
    run('npm', 'run', '--silent', 'build');
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Each measurement beside the earlier one of the same name and rival. */
export function compare(now: readonly Measurement[], earlier: readonly Measurement[]): string[] {
  const before = new Map(earlier.map((measurement) => [keyOf(measurement), measurement]));
  return now.map((measurement) => {
    const { name, rival, unit } = measurement;
    const value = valueOf(measurement);
    const found = before.get(keyOf(measurement));
    const change =
      found === undefined ? 'new' : `${changeOf(valueOf(found), value)} from ${significant(valueOf(found))}`;
    const shown = `${significant(value)}${rival === undefined ? ` ${unit}` : `x ${rival}`}`;
    return `${name.padEnd(40)} ${shown.padEnd(30)} ${change}`;
  });
}

const keyOf = ({ name, rival = '' }: Measurement): string => `${name}\n${rival}`;

/** Ratios say more than rates: both sides of one were measured in the same run. */
const valueOf = ({ figure, ratio }: Measurement): number => ratio ?? figure;

function changeOf(before: number, now: number): string {
  const percent = Math.round((now / before - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}
