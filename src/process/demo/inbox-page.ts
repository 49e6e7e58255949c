import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface InboxMessage {
  readonly at: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The destination whose secret signed it. */
  readonly signer: string | undefined;
}

/** A message to a person. */
export interface InboxMail {
  readonly at: string;
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly file?: InboxFile;
}

interface InboxFile {
  readonly name: string;
  readonly bytes: number;
  readonly path: string;
}

/** The paths of the files that can still be downloaded. */
interface Kept {
  has(path: string): boolean;
}

const REFRESH_SECONDS = 5;
const STYLE = `body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h2 { font-size: 1rem }
article { border-top: 1px solid GrayText; margin-top: 1.5rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem }`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
};

/** The page of the inbox, newest first. */
export const renderInbox = (
  messages: readonly (InboxMessage | InboxMail)[],
  kept: Kept,
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="refresh" content="${REFRESH_SECONDS}">
    <title>Inbox of the demo</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Inbox of the demo</h1>
    <p>The last webhooks and messages to people that this inbox received, newest first. It forgets them when Quaestor stops.</p>
    ${messages.length === 0 ? '<p>No message yet.</p>' : messages.map((message) => render(message, kept)).join('\n    ')}
  </body>
</html>
`;

const render = (message: InboxMessage | InboxMail, kept: Kept): string =>
  'to' in message ? renderMail(message, kept) : renderWebhook(message);

const renderMail = ({ at, to, title, text, file }: InboxMail, kept: Kept): string => `<article>
      <h2>Mail to ${escape(to)} at ${at}</h2>
      <p>${escape(title)}</p>
      <pre>${escape(text)}</pre>
      ${file === undefined ? '' : `<p>Attached: ${renderFile(file, kept)}</p>`}
    </article>`;

function renderFile({ name, bytes, path }: InboxFile, kept: Kept): string {
  const size = `${bytes.toLocaleString('en')} bytes`;
  return kept.has(path)
    ? `<a href="${escape(path)}" download>${escape(name)}</a>, ${size}`
    : `${escape(name)}, ${size}, no longer kept`;
}

const renderWebhook = ({ at, method, headers, body, signer }: InboxMessage): string => {
  const verdict =
    signer === undefined
      ? 'The signature is not of a destination of this installation.'
      : `The signature is verified: destination ${signer}.`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `<article>
      <h2>${escape(method)} at ${at}</h2>
      <p>${verdict}</p>
      <details><summary>Headers</summary><pre>${escape(lines.join('\n'))}</pre></details>
      <pre>${escape(readable(body))}</pre>
    </article>`;
};

/** JSON over several lines; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
