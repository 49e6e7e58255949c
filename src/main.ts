#!/usr/bin/env node
import { reportError } from './cli/output.ts';
import { createProgram } from './cli/program.ts';
import { rejectFlagsTakenByNpm } from './cli/serve.ts';

try {
  rejectFlagsTakenByNpm(process.env);
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}
