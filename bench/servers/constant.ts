import fastify from 'fastify';

/** The rival: a buffer of so many bytes, always the same, from Fastify alone. */
const body = Buffer.alloc(Number(process.argv[2]), '1');
const app = fastify();
app.get('/constant', (_request, reply) => reply.type('application/json').send(body));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url, headers: {} });
