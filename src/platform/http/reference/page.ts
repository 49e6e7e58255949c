import { Type } from 'typebox';
import { Problem } from '../../../kernel/index.ts';
import { endpoint, type Endpoint, type EndpointAnswer } from '../endpoint.ts';
import { IF_NONE_MATCH_HEADER, FOR_EVER, madeContent, REVALIDATE, storedContent } from '../content/index.ts';
import { referenceScript } from './script.ts';

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS = { 'content-security-policy': DOCS_POLICY, 'referrer-policy': 'no-referrer' };
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

const START = `Scalar.createApiReference('#app', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  telemetry: false,
  agent: { disabled: true },
})});\n`;

const STYLE =
  'body { margin: 0; font: 15px/1.5 system-ui, sans-serif } #app > main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }';

const File = Type.Object({ file: Type.String({ maxLength: 64 }) }, { additionalProperties: false });

/**
 * Not part of the OpenAPI document: the page is for people. It lists the operations by itself; its script, which takes
 * longer to load, then puts the whole reference in their place.
 */
export function referencePage(tag: string, title: string, operations: readonly Endpoint[]): Endpoint[] {
  const script = storedContent(referenceScript, {
    type: SCRIPT_TYPE,
    cacheControl: FOR_EVER,
    headers: HEADERS,
  });
  const start = storedContent(async () => madeContent(START), {
    type: SCRIPT_TYPE,
    cacheControl: REVALIDATE,
    headers: HEADERS,
  });
  const html = storedContent(
    async () => madeContent(htmlOf(title, scriptNamed((await referenceScript()).fingerprint), operations)),
    { type: 'text/html; charset=utf-8', cacheControl: REVALIDATE, headers: HEADERS },
  );
  const shared = { method: 'GET', operation: 'getDocs', tag, scope: 'public' } as const;
  const answers = {
    200: { description: 'The file.', schema: Type.String(), contentType: 'text/html' },
    304: { description: 'Unchanged since the version in `If-None-Match`.', schema: null },
  };
  return [
    endpoint({
      ...shared,
      answers,
      path: '/docs',
      summary: 'Get the reference page',
      headers: IF_NONE_MATCH_HEADER,
      handle: (_context, { headers }) => html(headers),
    }),
    endpoint({
      ...shared,
      answers,
      path: '/docs/:file',
      summary: 'Get a script of the reference page',
      params: File,
      headers: IF_NONE_MATCH_HEADER,
      handle: async (_context, { params: { file }, headers }): Promise<EndpointAnswer> => {
        if (file === 'start.js') return start(headers);
        if (file === scriptNamed((await referenceScript()).fingerprint)) return script(headers);
        throw new Problem('not_found', `The reference page has no file ${file}.`);
      },
    }),
  ];
}

const scriptNamed = (fingerprint: string): string => `scalar-${fingerprint}.js`;

const htmlOf = (title: string, script: string, operations: readonly Endpoint[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)}</title>
    <link rel="icon" href="data:," />
    <style>${STYLE}</style>
    <script defer src="/docs/${script}"></script>
    <script defer src="/docs/start.js"></script>
  </head>
  <body>
    <div id="app"><main>
      <h1>${escape(title)}</h1>
      <p>The <a href="/openapi.json">OpenAPI document</a> describes all of this for programs.</p>
${listByTag(operations)}
    </main></div>
  </body>
</html>
`;

function listByTag(operations: readonly Endpoint[]): string {
  const tags = new Set(operations.map(({ tag }) => tag));
  return [...tags]
    .map((tag) => {
      const items = operations
        .filter((operation) => operation.tag === tag)
        .map(
          ({ method, path, summary }) => `<li><code>${method} ${escape(path)}</code> ${escape(summary)}</li>`,
        );
      return `<h2>${escape(tag)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
