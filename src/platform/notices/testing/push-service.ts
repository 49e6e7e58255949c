import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll } from 'vitest';
import type { Clock } from '../../../kernel/index.ts';
import { newBrowser } from './browser-keys.ts';

export interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly message: {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly path: string;
  };
}

type Respond = (pushed: Pushed, response: ServerResponse) => void;
const accept: Respond = (_pushed, response) => void response.writeHead(201).end();

/** A real push service, which verifies who sends (RFC 8292), with browsers that read what it gets (RFC 8291). */
export async function openPushService(clock: Clock, publicKey: string) {
  const browsers = new Map<
    string,
    { readonly take: (body: Buffer, sent: IncomingHttpHeaders, response: ServerResponse) => Promise<void> }
  >();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (!browser) return void response.writeHead(404).end();
      browser
        .take(Buffer.concat(chunks), request.headers, response)
        .catch((error: Error) => response.writeHead(403).end(error.message));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  /** Subscribes a browser. */
  async function subscribe(name: string, respond = accept) {
    const path = `/push/${name}`;
    const { keys, decrypt } = await newBrowser();
    const received: Pushed[] = [];
    browsers.set(path, {
      async take(body, headers, response) {
        await verifySender(headers.authorization ?? '', { clock, publicKey, origin });
        const message = JSON.parse((await decrypt(body)).toString()) as Pushed['message'];
        const pushed = { headers, message, bytes: body.length };
        received.push(pushed);
        respond(pushed, response);
      },
    });
    const subscription = {
      name,
      endpoint: `${origin}${path}`,
      p256dh: keys.p256dh.toString('base64url'),
      auth: keys.auth.toString('base64url'),
    };
    return { subscription, received };
  }
  return { origin, subscribe };
}

interface Expected {
  readonly clock: Clock;
  readonly publicKey: string;
  readonly origin: string;
}

const DAY_SECONDS = 24 * 3600;

async function verifySender(authorization: string, { clock, publicKey, origin }: Expected): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('The browser has subscribed with another key.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const now = clock.now();
  const { payload } = await jwtVerify(token, jwk, {
    algorithms: ['ES256'],
    audience: origin,
    currentDate: now,
    requiredClaims: ['exp', 'sub'],
  });
  if ((payload.exp ?? 0) - now.getTime() / 1000 > DAY_SECONDS) throw new Error('The token lives too long.');
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('The token names no contact.');
}
