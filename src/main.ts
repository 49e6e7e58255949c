#!/usr/bin/env node
import { createProgram } from './cli/program.ts';

const words = process.argv.slice(2);
try {
  await (await createProgram(words)).parseAsync(words, { from: 'user' });
} catch (error) {
  const { reportError } = await import('./cli/output.ts');
  process.exitCode = reportError(error);
}
