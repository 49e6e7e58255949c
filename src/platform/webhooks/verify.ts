import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { keysOf, listDestinations, type Webhooks } from './destinations/index.ts';

const TOLERANCE_MS = 5 * 60_000;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The destination of the service whose secret signed a message in the last minutes, or undefined. */
export async function findSigner(
  context: Context<Db>,
  { secrets }: Pick<Webhooks, 'secrets'>,
  { headers, body }: Received,
): Promise<string | undefined> {
  const header = (name: string): string => String(headers[name] ?? '');
  const timestamp = header('webhook-timestamp');
  const now = context.clock.now();
  const ageMs = Math.abs(now.getTime() - Number(timestamp) * 1000);
  if (!(ageMs <= TOLERANCE_MS)) return undefined;
  const signed = `${header('webhook-id')}.${timestamp}.${body}`;
  const given = header('webhook-signature')
    .split(' ')
    .map((signature) => Buffer.from(signature));
  const isKey = (key: Buffer): boolean => {
    const digest = createHmac('sha256', key).update(signed).digest('base64');
    const expected = Buffer.from(`v1,${digest}`);
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  };
  const destinations = await listDestinations(context);
  return destinations.find((row) => keysOf(secrets, row, now).some(isKey))?.id;
}
