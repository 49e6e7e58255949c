/**
 * Receives events with Fastify. Register its public address with `trading.webhooks.create` and pass it the secret.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=9000 npx tsx webhook-receiver.ts
 */
import fastify from 'fastify';
import { verifyWebhook, WebhookSignatureError } from '@quaestor/sdk';

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env;
const app = fastify();

// The signature covers the bytes as they were sent.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);

/** Messages arrive at least once: a real receiver keeps these ids where its work is kept. */
const seen = new Set<string>();

app.post('/quaestor', async (request, reply) => {
  try {
    const event = await verifyWebhook(request.headers, request.body as string, WEBHOOK_SECRET);
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) return reply.code(204).send();
    switch (event.type) {
      case 'withdrawal.created':
      case 'withdrawal.state-changed':
        console.log(`${event.data.withdrawal.reference} is ${event.data.withdrawal.status}`);
        break;
      default:
        console.log(event.type);
    }
    seen.add(id);
    return await reply.code(204).send();
  } catch (error) {
    if (error instanceof WebhookSignatureError) return reply.code(401).send({ error: error.message });
    throw error;
  }
});

console.log(`listening at ${await app.listen({ host: '127.0.0.1', port: Number(PORT) })}`);
process.once('SIGTERM', () => void app.close());
