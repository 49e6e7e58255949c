import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Caller {
  readonly name: string;
  readonly secret: string;
  /** The address of loopback to call from. */
  readonly from: string;
}

interface Call {
  readonly outgoing: ClientRequest;
  readonly status: Promise<number | undefined>;
  /** The status and the body. */
  readonly answer: Promise<string>;
}

/** Posts from an address of loopback, on a connection of its own. */
export function postFrom(from: string, url: string, type: string, body: string): Call {
  const outgoing = request(url, {
    method: 'POST',
    localAddress: from,
    headers: { 'content-type': type },
    agent: false,
  });
  outgoing.end(body);
  const response = once(outgoing, 'response').then(([incoming]) => incoming as IncomingMessage);
  const status = response.then(({ statusCode }) => statusCode);
  const answer = response.then(async (incoming) => `${incoming.statusCode} ${await text(incoming)}`);
  answer.catch(() => {});
  return { outgoing, status, answer };
}

export const requestToken = (url: string, { name, secret, from }: Caller): Call =>
  postFrom(
    from,
    `${url}/oauth/token`,
    'application/x-www-form-urlencoded',
    `grant_type=client_credentials&client_id=${name}&client_secret=${secret}`,
  );
