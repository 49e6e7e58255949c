import { once } from 'node:events';
import { compareRates, startServer } from './compete.ts';
import { report } from './harness.ts';

const bare = await startServer('bare');
const framed = await startServer('framed');
const { rate, ratio } = await compareRates(`${framed.url}/noop`, `${bare.url}/noop`, framed.headers);
report({
  name: 'authenticated no-op route',
  figure: rate,
  unit: '/s',
  rival: 'bare Fastify',
  ratio,
  target: '>= 0.75',
});
bare.child.kill();
framed.child.send('stop');
await once(framed.child, 'exit');
