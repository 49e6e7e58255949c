import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { afterAll } from 'vitest';

const AUDIENCE = 'https://quaestor.example.com';

/** An authorization server of somebody else, on loopback, for the suite that calls it at the top of its file. */
export async function startIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }];
  const server = createServer((request, response) => {
    const document = request.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    externalIssuer: { issuer, audience: AUDIENCE },
    /** The `Authorization` header with a token of these claims. */
    sign: async (claims: Readonly<Record<string, unknown>>): Promise<string> => {
      const usual = { iss: issuer, aud: AUDIENCE, tenant: 'acme', exp: Math.floor(Date.now() / 1000) + 60 };
      const token = new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'k' });
      return `Bearer ${await token.sign(privateKey)}`;
    },
  };
}
