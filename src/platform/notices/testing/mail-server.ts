import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';

export interface Received {
  readonly to: string;
  readonly email: Email;
}

interface Behaviour {
  /** Returns an error to refuse the recipient. */
  onRecipient?: (address: string) => Error | undefined;
  /** Called with each whole message; an error refuses it. The server answers when it has resolved. */
  onMessage?: (
    received: Received,
    place: { readonly cut: () => void },
  ) => Promise<Error | undefined> | undefined;
  options?: SMTPServerOptions;
}

export const refusal = (code: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server that keeps what it accepts, read by a parser that shares no code with the sender. */
export async function openMailServer({ onRecipient, onMessage, options }: Behaviour = {}) {
  const accepted: Received[] = [];
  const sockets = new Set<{ destroy: () => void }>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onRcptTo({ address }, _session, done) {
      done(onRecipient?.(address));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void (async () => {
          const [recipient] = session.envelope.rcptTo;
          const email = await PostalMime.parse(Buffer.concat(chunks));
          const received = { to: recipient?.address ?? '', email };
          const fault = await onMessage?.(received, {
            cut: () => {
              for (const socket of sockets) socket.destroy();
            },
          });
          if (!fault) accepted.push(received);
          done(fault);
        })();
      });
    },
  });
  // Cut connections are part of the tests.
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(listener, 'listening');
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  return { port, accepted };
}
