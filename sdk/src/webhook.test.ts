import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { WebhookSignatureError } from './errors/index.ts';
import { verifyWebhook } from './webhook.ts';

/** The vector of the Standard Webhooks specification. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const VECTOR = {
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
};
const AT_VECTOR = { nowMs: 1_614_265_330_000 };

const NOW = new Date('2026-01-31T12:05:00.000Z');
const EVENT = { type: 'export.failed', timestamp: NOW.toISOString(), data: { note: 'ü €' } };
const BODY = JSON.stringify(EVENT);

function signed(body = BODY, secret = SECRET) {
  return {
    'webhook-id': 'msg-1',
    'webhook-timestamp': String(NOW.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('msg-1', NOW, body),
  };
}

const at = (seconds: number) => ({ nowMs: NOW.getTime() + seconds * 1000 });

describe('a webhook', () => {
  it('of the specification is accepted', async () => {
    expect(await verifyWebhook(VECTOR.headers, VECTOR.body, SECRET, AT_VECTOR)).toEqual({ test: 2432232314 });
  });

  it.each([
    ['an object of Node', (headers: Record<string, string>) => headers],
    ['an object with lists', (headers: Record<string, string>) => ({ ...headers, 'webhook-id': ['msg-1'] })],
    ['Headers', (headers: Record<string, string>) => new Headers(headers)],
  ])(
    'is accepted with its headers in %s, as text or bytes, with or without the prefix of the secret',
    async (_, wrap) => {
      const headers = wrap(signed());
      expect(await verifyWebhook(headers, BODY, SECRET, at(0))).toEqual(EVENT);
      expect(await verifyWebhook(headers, new TextEncoder().encode(BODY), SECRET.slice(6), at(0))).toEqual(
        EVENT,
      );
    },
  );

  it('is narrowed by its type', async () => {
    const event = await verifyWebhook(signed(), BODY, SECRET, at(0));
    if (event.type === 'withdrawal.created') expectTypeOf(event.data.id).toEqualTypeOf<string>();
    expect(event.type).toBe('export.failed');
  });

  it('is accepted if one of several signatures is right, as while secrets change', async () => {
    const { 'webhook-signature': right, ...headers } = signed();
    const wrong = new Webhook('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA').sign('msg-1', NOW, BODY);
    const several = { ...headers, 'webhook-signature': `v2,abc ${wrong} v1,??? ${right}` };
    expect(await verifyWebhook(several, BODY, SECRET, at(0))).toEqual(EVENT);
  });

  it('is refused when any byte of it changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(BODY.length - 1), fc.constantFrom('x', '€'), async (place, other) => {
        fc.pre(BODY[place] !== other);
        const changed = BODY.slice(0, place) + other + BODY.slice(place + 1);
        await expect(verifyWebhook(signed(), changed, SECRET, at(0))).rejects.toBeInstanceOf(
          WebhookSignatureError,
        );
      }),
    );
  });

  it.each([
    ['another id', { 'webhook-id': 'msg-2' }],
    ['another time', { 'webhook-timestamp': String(NOW.getTime() / 1000 + 1) }],
    ['no id', { 'webhook-id': undefined }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['a time that is not a number', { 'webhook-timestamp': 'soon' }],
    ['an empty signature', { 'webhook-signature': '' }],
    ['no signature', { 'webhook-signature': undefined }],
  ])('is refused with %s', async (_, change) => {
    const headers: Record<string, string | undefined> = { ...signed(), ...change };
    await expect(verifyWebhook(headers, BODY, SECRET, at(0))).rejects.toBeInstanceOf(WebhookSignatureError);
  });

  it('is accepted for five minutes, or as long as the caller says', async () => {
    for (const seconds of [-300, 300]) await verifyWebhook(signed(), BODY, SECRET, at(seconds));
    for (const seconds of [-301, 301]) {
      await expect(verifyWebhook(signed(), BODY, SECRET, at(seconds))).rejects.toThrow('300 seconds');
    }
    await verifyWebhook(signed(), BODY, SECRET, { ...at(500), tolerance: 600 });
  });
});
