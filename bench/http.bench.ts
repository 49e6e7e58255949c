import { once } from 'node:events';
import { compareRates, startServer } from './compete.ts';
import { median, report } from './harness.ts';

/** How fast a process becomes is a little different each time it is started. */
const STARTS = 3;

const rates: number[] = [];
const ratios: number[] = [];
for (let start = 0; start < STARTS; start++) {
  const bare = await startServer('bare');
  const framed = await startServer('framed');
  const { rate, ratio } = await compareRates(`${framed.url}/noop`, `${bare.url}/noop`, framed.headers);
  rates.push(rate);
  ratios.push(ratio);
  bare.child.kill();
  framed.child.send('stop');
  await once(framed.child, 'exit');
}
report({
  name: `authenticated no-op route, ${STARTS} starts`,
  figure: median(rates),
  unit: '/s',
  rival: 'bare Fastify',
  ratio: median(ratios),
  target: '>= 0.75',
});
