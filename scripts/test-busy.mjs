import { Worker } from 'node:worker_threads';
import { run } from './ensure.mjs';

const RUNS = 3;
const LOOPS = 8;

/** Shows that no test depends on the speed of the machine: they pass while other programs keep every processor busy. */
const loops = Array.from({ length: LOOPS }, () => new Worker('for (;;);', { eval: true }));
const outcomes = [];
for (let number = 1; number <= RUNS; number++) {
  const { code, seconds } = await run('npm test', 'inherit');
  outcomes.push(`${code === 0 ? 'ok    ' : 'FAILED'}  run ${number} (${Math.round(seconds)} s)`);
  if (code !== 0) process.exitCode = 1;
}
await Promise.all(loops.map((loop) => loop.terminate()));
console.log(`Beside ${LOOPS} busy loops:\n${outcomes.join('\n')}`);
