import { readFileSync } from 'node:fs';
import { Problem } from '../../../../kernel/index.ts';
import { readAnswer } from '../read.ts';

/** Reads the file that is named and prints how many records it has, or why it is refused. */
try {
  process.stdout.write(`${readAnswer(readFileSync(process.argv[2] ?? '')).length}`);
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  process.stdout.write(error.message);
}
