import fastify from 'fastify';

/** The rival: the same answer from Fastify alone, with no authentication, limits, headers, logs or measures. */
const app = fastify();
for (const path of ['/noop', '/trade/v1/venues']) {
  app.get(
    path,
    { schema: { response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } } } } } },
    () => Promise.resolve({ ok: true }),
  );
}
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
