import { generateSync } from 'otplib';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { invitePerson } from '../people/index.ts';
import type { FakeClock } from './fixture.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Calls a service as the console does: with the cookie that it was given, its origin and its header. */
export class TestBrowser {
  readonly url: string;
  cookie: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  async call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        origin: this.url,
        'x-quaestor-console': '1',
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [cookie] = response.headers.get('set-cookie')?.split(';') ?? [];
    if (cookie !== undefined) this.cookie = cookie;
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  }

  /** Sends a step that asks for a proof, confirms it with the code, and sends it again. */
  async confirm(method: string, path: string, body: object | undefined, code: string): Promise<Answer> {
    const asked = await this.call(method, path, body);
    const proof = String(asked.body['proof']);
    const confirmed = await this.call('POST', `/auth/proofs/${proof}`, { code });
    if (confirmed.status !== 204) return confirmed;
    return this.call(method, path, body, { 'x-quaestor-proof': proof });
  }
}

/** Adds an authenticator app, and returns a function that gives its next code. */
export async function addApp(browser: TestBrowser, clock: FakeClock) {
  const { body } = await browser.call('POST', '/auth/app');
  const secret = String(body['secret']);
  const code = () => {
    clock.advance(30_000);
    return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
  };
  const { status, body: confirmed } = await browser.call('PUT', '/auth/app', { code: code() });
  if (status !== 200) throw new Error(`Adding the app answered ${status}.`);
  return { code, recoveryCodes: confirmed['recoveryCodes'] as string[] };
}

/** Has an admin do a step that a second admin confirms. Returns what the first was answered. */
export async function withSecondAdmin(
  ask: () => Promise<Answer>,
  confirm: (path: string) => Promise<Answer>,
): Promise<Answer> {
  const asked = await ask();
  if (asked.status !== 202) throw new Error(`It does not wait: ${JSON.stringify(asked)}`);
  const { id } = asked.body['proposal'] as { id: string };
  const { status, body } = await confirm(`/auth/proposals/${id}/confirm`);
  if (status !== 200) throw new Error(`It was not confirmed: ${JSON.stringify(body)}`);
  return asked;
}

export const PASSWORD = 'orbit-lantern-velvet-ninety';

/** A person who was invited and has accepted with a password, in a browser that is signed in. */
export async function signUp(
  context: Context<Db>,
  url: string,
  person: { readonly login: string; readonly roles: readonly string[]; readonly tenant?: string },
  headers: Record<string, string> = {},
): Promise<TestBrowser> {
  const { token } = await invitePerson(context, { tenant: 'acme', ...person });
  const browser = new TestBrowser(url);
  const acceptance = { token, password: PASSWORD };
  const { status } = await browser.call('POST', '/auth/invitations/accept', acceptance, headers);
  if (status !== 204) throw new Error(`Accepting answered ${status}.`);
  return browser;
}
