import { compareRates, startServer, stopServer } from './harness/compete.ts';
import { report } from './harness/measure.ts';

const { rate, ratio } = await compareRates(async () => {
  const bare = await startServer('bare');
  const framed = await startServer('framed');
  return {
    ours: `${framed.url}/noop`,
    rival: `${bare.url}/noop`,
    headers: framed.headers,
    close: async () => {
      bare.child.kill();
      await stopServer(framed);
    },
  };
});
report({
  name: 'authenticated no-op route',
  figure: rate,
  unit: '/s',
  rival: 'bare Fastify',
  ratio,
  target: '>= 0.35',
});
