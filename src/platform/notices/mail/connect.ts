import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Channel, Line, Message, Outcome } from '../channel.ts';
import { disableAddress } from './store.ts';

interface MailOptions {
  readonly host: string;
  readonly port: number;
  /** `starttls` refuses servers without it; `none` sends passwords and messages as clear text. */
  readonly security: 'starttls' | 'tls' | 'none';
  readonly user: string;
  readonly password: string;
  /** `Quaestor <quaestor@example.com>` */
  readonly from: string;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** E-mail by SMTP. */
export function openMail(options: MailOptions): Channel {
  return {
    name: 'EMAIL',
    open: () => connect(options),
    async note({ db, clock }, { person, address }, outcome) {
      if (outcome.kind !== 'refused' || !outcome.isAddress) return;
      const reached = { person, channel: 'EMAIL', address };
      await disableAddress(db, reached, outcome.error, clock.now()).execute();
    },
  };
}

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
}

async function connect({ host, port, security, user, password, from }: MailOptions): Promise<Line> {
  const connection = new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  // The callbacks get the same errors; without a listener they would end the process.
  const failed = new Promise<never>((_resolve, reject) => connection.on('error', reject));
  failed.catch(() => {});
  const connected = new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
    connection.once('end', () => reject(new Error('The mail server closed the connection.')));
  });
  try {
    await Promise.race([connected, failed]);
    if (user !== '') {
      await Promise.race([
        promisify((done: (error?: Error | null) => void) =>
          connection.login({ credentials: { user, pass: password } }, done),
        )(),
        failed,
      ]);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  const sender = readAddress(from);
  return {
    async send(message, offer): Promise<Outcome> {
      const raw = await build(message, from, sender);
      let isOffered = false;
      let isAbandoned = false;
      // It is read when the server has accepted sender and recipient, and accepts the message only at its end.
      const content = Readable.from(
        (async function* read() {
          isOffered = await offer();
          isAbandoned = !isOffered;
          if (isAbandoned) throw new Error('Another worker has the message.');
          yield raw;
        })(),
      );
      try {
        const sent = new Promise<string>((resolve, reject) => {
          const envelope = { from: sender, to: [message.to] };
          connection.send(envelope, content, (error, info) =>
            error ? reject(error) : resolve(info?.response ?? ''),
          );
        });
        return { kind: 'sent', answer: await Promise.race([sent, failed]) };
      } catch (error) {
        // Without the end of the message, the server forgets it.
        connection.close();
        return judge(error as SmtpError, isOffered);
      }
    },
    close: () => connection.quit(),
  };
}

function judge({ message, responseCode, command = '' }: SmtpError, isOffered: boolean): Outcome {
  const error = message.slice(0, 500);
  if (responseCode === undefined) return { kind: isOffered ? 'unknown' : 'later', error };
  const isAddress = command === 'RCPT TO';
  // A refused sign-in or sender is a fault of the configuration, which people can correct.
  const isFinal = responseCode >= 500 && (isAddress || command === 'DATA');
  return isFinal ? { kind: 'refused', error, isAddress } : { kind: 'later', error };
}

/** `quaestor@example.com` of `Quaestor <quaestor@example.com>` */
const readAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

function build(message: Message, from: string, sender: string): Promise<Buffer> {
  const { id, to, at, title, text, html, attachment } = message;
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: title,
    date: at,
    messageId: `<${id}@${domain}>`,
    // So that no answering machine replies.
    headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
    text,
    html,
    ...(attachment && {
      attachments: [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return promisify((done: (error: Error | null, built: Buffer) => void) => composer.compile().build(done))();
}
