import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServiceName } from '../../platform/auth/index.ts';
import type { Attachment, Message } from '../../platform/notices/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { findSigner, type Webhooks } from '../../platform/webhooks/index.ts';
import { operatorContext } from '../context.ts';
import { PAGE_HEADERS, renderInbox, type InboxMail, type InboxMessage } from './inbox-page.ts';

const HOST = '127.0.0.1';
const PATH = '/inbox';
const MAX_MESSAGES = 100;
const MAX_FILES = 10;
const MAX_BODY_BYTES = 1 << 20;
const SERVICES: readonly ServiceName[] = ['trading', 'partner'];

interface InboxOptions {
  /** The folder that keeps the port, so that destinations find the inbox again after the next start. */
  readonly data: string;
  readonly db: Db;
  readonly secrets: Webhooks['secrets'];
}

/** A message to a person, with what is attached to it. */
type Mail = Omit<InboxMail, 'file'> & Pick<Message, 'attachment'>;

export interface Inbox {
  readonly origin: string;
  readonly url: string;
  /** Shows a message to a person, as its mailbox would. */
  readonly keep: (mail: Mail) => void;
  close(): Promise<void>;
}

/** A receiver of webhooks and of mail to people, for the demo: it keeps the last messages and shows them to a browser. */
export async function openInbox({ data, db, secrets }: InboxOptions): Promise<Inbox> {
  const messages: (InboxMessage | InboxMail)[] = [];
  function keep(message: InboxMessage | InboxMail): void {
    messages.unshift(message);
    messages.length = Math.min(messages.length, MAX_MESSAGES);
  }

  /** The last attachments by their path. */
  const files = new Map<string, Attachment>();
  function keepMail({ attachment, ...mail }: Mail): void {
    if (attachment === undefined) return keep(mail);
    const path = `${PATH}/files/${randomUUID()}`;
    files.set(path, attachment);
    for (const dropped of [...files.keys()].slice(0, -MAX_FILES)) files.delete(dropped);
    keep({ ...mail, file: { name: attachment.name, bytes: attachment.content.length, path } });
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (body === undefined) return void response.writeHead(413, { connection: 'close' }).end();
    const { method = '', headers } = request;
    const context = operatorContext(db);
    const signers = await Promise.all(
      SERVICES.map((service) => findSigner({ ...context, service }, { secrets }, { headers, body })),
    );
    const signer = signers.find((found) => found !== undefined);
    keep({ at: context.clock.now().toISOString(), method, headers, body, signer });
    response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const file = request.method === 'GET' ? files.get(request.url ?? '') : undefined;
    // Another name for this machine would let pages of others read the messages (DNS rebinding).
    if (request.headers.host !== `${HOST}:${port}`) response.writeHead(421).end();
    else if (file !== undefined) response.writeHead(200, downloadHeaders(file)).end(file.content);
    else if (request.url !== PATH) response.writeHead(404).end();
    else if (request.method === 'GET')
      response.writeHead(200, PAGE_HEADERS).end(renderInbox(messages, files));
    else receive(request, response).catch(() => response.writeHead(500).end());
  });
  const note = join(data, 'inbox-port');
  await listen(server, Number(await readFile(note, 'utf8').catch(() => '0')));
  const { port } = server.address() as AddressInfo;
  await writeFile(note, String(port));
  const origin = `http://${HOST}:${port}`;
  return {
    origin,
    url: `${origin}${PATH}`,
    keep: keepMail,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const downloadHeaders = ({ name, type }: Attachment) => ({
  'content-type': type,
  'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});

/** Where the inbox of this data folder listens, or undefined without one. */
export const inboxUrl = (data: string): Promise<string | undefined> =>
  readFile(join(data, 'inbox-port'), 'utf8').then(
    (port) => `http://${HOST}:${port}${PATH}`,
    () => undefined,
  );

/** Takes another port where the noted one is in use. */
async function listen(server: Server, noted: number): Promise<void> {
  try {
    await once(server.listen(noted, HOST), 'listening');
  } catch {
    await once(server.listen(0, HOST), 'listening');
  }
}

/** Undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
