import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Type } from 'typebox';
import { endpoint, type Endpoint } from './endpoint.ts';

const SCALAR = join(
  createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'),
  '../js/standalone.js',
);

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Not part of the OpenAPI document: the page is for people. */
export function referencePage(tag: string, title: string): Endpoint[] {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
  const start = `Scalar.createApiReference('#app', ${JSON.stringify({
    url: '/openapi.json',
    withDefaultFonts: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    telemetry: false,
    agent: { disabled: true },
  })});\n`;
  return [
    page(tag, '/docs', 'text/html', () => html),
    page(tag, '/docs/start.js', 'text/javascript', () => start),
    page(tag, '/docs/scalar.js', 'text/javascript', () => createReadStream(SCALAR), 'public, max-age=86400'),
  ];
}

function page(
  tag: string,
  path: string,
  contentType: string,
  body: () => unknown,
  cacheControl = 'no-store',
): Endpoint {
  return endpoint({
    method: 'GET',
    path,
    operation: 'getDocs',
    tag,
    summary: 'Get the reference page',
    scope: 'public',
    answers: { 200: { description: 'The page.', schema: Type.String(), contentType } },
    handle: () => ({
      status: 200,
      headers: {
        'content-type': `${contentType}; charset=utf-8`,
        'content-security-policy': DOCS_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': cacheControl,
      },
      body: body(),
    }),
  });
}
