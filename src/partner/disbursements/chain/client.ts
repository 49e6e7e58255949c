import { Type } from 'typebox';
import { Decimal, noFieldErrors, valueChecker } from '../../../kernel/index.ts';
import { canonicalAddress } from '../../../platform/addresses/index.ts';
import { redact, TravelRuleQuestion, type TravelRule } from '../../../platform/personal-data/index.ts';
import type { ChainNetwork } from '../destinations/index.ts';

/** The settings `onChain`. */
export interface OnChain {
  /** Empty where nobody is paid on chain. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly networks: readonly ChainNetwork[];
}

/** What the trading service is asked to send. Who receives it is no part of it, because it is kept as it is. */
export interface Order {
  readonly reference: string;
  readonly asset: { readonly code: string };
  readonly amount: string;
  readonly venue: string;
  readonly blockchainDestination: {
    readonly network: string;
    readonly address: string;
    readonly tag?: string | undefined;
  };
}

const STATUSES = ['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

export interface Withdrawal {
  readonly id: string;
  readonly status: (typeof STATUSES)[number];
  /** Of its transaction, where there is one. */
  readonly hash: string | undefined;
}

/** REFUSED: this request has created nothing. */
export type Answer = { readonly withdrawal: Withdrawal } | { readonly refusal: string };

const ANSWER_WITHIN_MS = 20_000;
const PATH = '/trade/v1/venues/withdrawals';
/** With which the trading service refuses a content. Any other error says nothing about the withdrawal. */
const REFUSALS: ReadonlySet<unknown> = new Set(['validation_failed', 'unprocessable']);

const checkQuestions = valueChecker(Type.Array(TravelRuleQuestion));

type Json = Readonly<Record<string, unknown>>;

/** The withdrawals of a trading service. An answer that proves nothing is thrown. */
export class TradingClient {
  readonly #settings: OnChain;
  readonly #signal: AbortSignal;
  #token: Promise<string> | undefined;

  constructor(settings: OnChain, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
  }

  /** Creates the withdrawal, or finds the one that an earlier request with the same content has created. */
  async create(order: Order, travelRule?: TravelRule): Promise<Answer> {
    const receiver = travelRule && { travelRule, leaveOutSurplus: true };
    const { status, body } = await this.#call(PATH, { ...order, ...receiver });
    if (status === 200 || status === 201) return { withdrawal: read(body, order) };
    if ((status === 400 || status === 422) && REFUSALS.has(body['code']))
      return { refusal: redact(reasonOf(body), travelRule) };
    // The trading service compares recipients by a keyed hash: with another key, a repeat looks like other content.
    const first = body['code'] === 'reference_reused' ? await this.find(order) : undefined;
    if (first) return { withdrawal: first };
    throw unproven(status, body, travelRule);
  }

  /** What each venue asks about who receives a withdrawal, by its code. */
  async questions(): Promise<ReadonlyMap<string, readonly TravelRuleQuestion[]>> {
    const { status, body } = await this.#call('/trade/v1/venues');
    if (status !== 200 || !Array.isArray(body)) throw unproven(status, body);
    return new Map(
      body.flatMap((venue: Json) => {
        const { code, travelRule } = venue;
        const errors = noFieldErrors();
        checkQuestions(travelRule, errors);
        return typeof code === 'string' && Object.keys(errors).length === 0
          ? [[code, travelRule as TravelRuleQuestion[]] as const]
          : [];
      }),
    );
  }

  /** The withdrawal of an order; undefined if there is none at this moment. */
  async find(order: Order): Promise<Withdrawal | undefined> {
    const q = `reference:"${order.reference}"`;
    const { status, body } = await this.#call(
      `${PATH}?${new URLSearchParams({ q, simulated: 'false' }).toString()}`,
    );
    const { content } = body;
    if (status !== 200 || !Array.isArray(content)) throw unproven(status, body);
    const found = (content as Json[]).find(({ reference }) => reference === order.reference);
    if (found) return read(found, order);
    if (content.length > 0)
      throw new Error('The trading service answered other withdrawals than it was asked for.');
    return undefined;
  }

  async #call(path: string, order?: object): Promise<{ status: number; body: Json }> {
    const headers = { authorization: `Bearer ${await this.#authorise()}` };
    const sent = order && {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    };
    const answer = await this.#fetch(path, sent ?? { headers });
    if (answer.status === 401) this.#token = undefined;
    return answer;
  }

  #authorise(): Promise<string> {
    const { clientId, clientSecret } = this.#settings;
    this.#token ??= (async () => {
      const { status, body } = await this.#fetch('/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      const { access_token: token } = body;
      if (status !== 200 || typeof token !== 'string') throw unproven(status, body);
      return token;
    })();
    return this.#token;
  }

  async #fetch(path: string, init: RequestInit): Promise<{ status: number; body: Json }> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const url = `${this.#settings.url.replace(/\/$/, '')}${path}`;
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const body: unknown = await response.json().catch(() => null);
    if (typeof body !== 'object' || body === null) throw unproven(response.status, {});
    return { status: response.status, body: body as Json };
  }
}

const unproven = (status: number, body: Json, travelRule?: TravelRule): Error =>
  new Error(`The trading service answered ${status}: ${redact(reasonOf(body), travelRule)}`);

/** With what it says of single members, such as what the venue asks about the recipient. */
function reasonOf({ code, detail, errors }: Json): string {
  const reason = [code, detail].filter((part) => typeof part === 'string').join(': ') || 'no reason';
  const named = Object.entries(errors ?? {}).map(
    ([member, says]) => `${member} ${[says].flat().join(' and ')}.`,
  );
  return [reason, ...named].join(' ');
}

/** Refuses a withdrawal that is not what was ordered. */
function read(body: Json, order: Order): Withdrawal {
  const { id, status, reference, amount, asset, blockchainDestination, blockchainMetadata } = body as {
    readonly asset?: Json;
    readonly blockchainDestination?: Json;
    readonly blockchainMetadata?: Json | null;
  } & Json;
  const isOrdered =
    reference === order.reference &&
    Decimal.tryParse(String(amount))?.equals(Decimal.parse(order.amount)) === true &&
    asset?.['code'] === order.asset.code &&
    isSamePlace(blockchainDestination, order.blockchainDestination);
  const known = STATUSES.find((each) => each === status);
  if (typeof id !== 'string' || !isOrdered || known === undefined)
    throw new Error(`The trading service has another withdrawal with the reference ${order.reference}.`);
  const hash = blockchainMetadata?.['hash'];
  return { id, status: known, hash: typeof hash === 'string' ? hash : undefined };
}

const plain = (address: unknown): unknown =>
  typeof address === 'string' ? canonicalAddress(address) : address;

const isSamePlace = (found: Json | undefined, { network, address, tag }: Order['blockchainDestination']) =>
  found?.['network'] === network &&
  plain(found['address']) === plain(address) &&
  (found['tag'] ?? null) === (tag ?? null);
