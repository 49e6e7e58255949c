import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Claim {
  /** `key/date/region/service/aws4_request` */
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly time: string;
  readonly query: readonly string[];
  readonly payload: string;
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The S3 error code for a request with a wrong signature, or undefined: version 4 of its signatures, written from the
 * public rule, so that what the client signs is checked by somebody else's reckoning.
 */
export function faultOf(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: Keys,
  nowMs: number,
): string | undefined {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const parts = search === '' ? [] : search.split('&');
  const claim = search.includes('X-Amz-Signature=') ? inLink(parts) : inHeaders(request, parts);
  if (claim === undefined) return 'AccessDenied';
  const [key, date = '', region = '', service = '', end = ''] = claim.credential.split('/');
  if (key !== accessKeyId) return 'InvalidAccessKeyId';
  if (isOver(parts, claim.time, nowMs)) return 'AccessDenied';
  if (/^[0-9a-f]{64}$/.test(claim.payload) && claim.payload !== sha256(body))
    return 'XAmzContentSHA256Mismatch';
  const names = claim.signedHeaders.split(';');
  if (!names.includes('host')) return 'SignatureDoesNotMatch';
  const canonical = [
    request.method,
    path,
    claim.query
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', claim.time, `${date}/${region}/${service}/${end}`, sha256(canonical)];
  const signingKey = [date, region, service, end].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(signingKey, toSign.join('\n')).toString('hex') === claim.signature
    ? undefined
    : 'SignatureDoesNotMatch';
}

function inHeaders({ headers }: IncomingMessage, query: readonly string[]): Claim | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, credential = '', signedHeaders = '', signature = ''] = given ?? [];
  const time = String(headers['x-amz-date']);
  const payload = String(headers['x-amz-content-sha256']);
  return given ? { credential, signedHeaders, signature, time, query, payload } : undefined;
}

function inLink(parts: readonly string[]): Claim {
  return {
    credential: valueOf(parts, 'X-Amz-Credential'),
    signedHeaders: valueOf(parts, 'X-Amz-SignedHeaders'),
    signature: valueOf(parts, 'X-Amz-Signature'),
    time: valueOf(parts, 'X-Amz-Date'),
    query: parts.filter((part) => !part.startsWith('X-Amz-Signature=')),
    payload: 'UNSIGNED-PAYLOAD',
  };
}

function isOver(parts: readonly string[], time: string, nowMs: number): boolean {
  const seconds = valueOf(parts, 'X-Amz-Expires');
  const begunAt = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return nowMs > Date.parse(begunAt) + Number(seconds === '' ? 900 : seconds) * 1000;
}

const valueOf = (parts: readonly string[], name: string): string =>
  decodeURIComponent(parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '');
