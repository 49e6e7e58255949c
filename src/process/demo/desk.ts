import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/index.ts';
import { addressOf } from '../public-url.ts';
import { ADDRESSES } from './addresses.ts';
import { exists } from './exists.ts';
import { inboxUrl } from './inbox.ts';
import { GRANTEE, OURS, SUPPLIER } from './recipients.ts';

const WITHDRAWALS = '/trade/v1/venues/withdrawals';
const CONVERSIONS = '/trade/v1/conversions';
const EXPORTS = '/trade/v1/exports';
const POLICIES = '/trade/v1/policies';
const WEBHOOKS = '/notification/v1/destinations';
const TRANSFERS = '/trade/v1/transfers';
const DESTINATIONS = '/trade/v1/destinations';
const BALANCES = '/trade/v1/managed-balances';

/**
 * A morning of a treasury: some are paid, one is rejected, and four wait for an approval. Borealis asks who receives them, and wants to
 * know more about the last one before it pays.
 */
const MORNING = [
  payment('invoice-2041', 'aurora', '18250.40 USDT', 'ETHEREUM', 'APPROVE'),
  payment('cold-storage-7', 'borealis', '0.75 BTC', 'BITCOIN', 'APPROVE', OURS),
  payment('invoice-2042', 'cumulus', '96000 USDT', 'TRON', 'REJECT'),
  payment('refund-88', 'aurora', '3.2 ETH', 'ETHEREUM', 'APPROVE'),
  payment('invoice-2043', 'aurora', '7480 USDT', 'ETHEREUM'),
  payment('cold-storage-8', 'borealis', '1.5 BTC', 'BITCOIN', undefined, OURS),
  payment('market-maker-3', 'cumulus', '25000 USDT', 'TRON'),
  toSupplier('invoice-2044', '2.5', 'APPROVE'),
  toSupplier('invoice-2045', '4'),
  payment('grant-12', 'borealis', '1.2 ETH', 'ETHEREUM', 'APPROVE', GRANTEE),
];
const TRADES = [
  {
    reference: 'rebalance-41',
    from: { asset: 'BTC', amount: '0.8' },
    to: { asset: 'USDT' },
    executor: 'MARKET',
  },
  {
    reference: 'rebalance-42',
    from: { asset: 'ETH', amount: '6' },
    to: { asset: 'USDT' },
    executor: 'TAKER',
  },
  {
    reference: 'rebalance-43',
    from: { asset: 'USDT', amount: '15000' },
    to: { asset: 'BTC' },
    executor: 'MAKER',
  },
];

/** Its other end is not credited: the simulated exchanges do not know each other. */
const TRANSFER = {
  reference: 'rebalance-44',
  fromVenue: 'aurora',
  toVenue: 'borealis',
  asset: { code: 'USDC' },
  amount: '42000',
  network: 'ETHEREUM',
};

/** Where the desk pays to; the last one waits for a second person. */
const SAVED = [
  { alias: 'cold-storage', kind: 'blockchain', network: 'BITCOIN', address: ADDRESSES.BITCOIN },
  SUPPLIER,
  { alias: 'market-maker', kind: 'blockchain', network: 'TRON', address: ADDRESSES.TRON },
];
const WAITS = 'market-maker';

/**
 * One that is low, with a source that is not emptied, so that a proposal waits, and one that is within its bounds. Nothing else
 * of the demo moves these.
 */
const MANAGED = {
  'cumulus/SOL': {
    minimum: '6000',
    target: '7500',
    maximum: '20000',
    dailyCap: '3000',
    sources: [
      { kind: 'TRANSFER', venue: 'aurora', network: 'SOLANA' },
      { kind: 'CONVERSION', asset: 'USDT', maxSlippageBps: 50 },
    ],
    acts: 'PROPOSE',
  },
  'aurora/SOL': {
    minimum: '1000',
    target: '4000',
    maximum: '50000',
    dailyCap: '3000',
    sources: [],
    acts: 'PROPOSE',
  },
};

/** What a cautious desk would decide: the first rule that matches, and otherwise one approval. */
const RULES = [
  {
    description: 'Nobody sends more than a million in a day.',
    asset: 'USDT',
    sum: { window: '24h', over: '1000000' },
    verdict: 'REFUSE',
  },
  {
    description: 'Small payments to confirmed destinations need nobody.',
    asset: 'USDT',
    amountTo: '1000',
    destination: 'KNOWN',
    verdict: 'ALLOW',
  },
  {
    description: 'Large payments need two.',
    asset: 'USDT',
    amountFrom: '50000',
    verdict: 'REQUIRE_APPROVALS',
    approvals: 2,
  },
  {
    description: 'So do days with much bitcoin.',
    asset: 'BTC',
    sum: { window: '24h', over: '5' },
    verdict: 'REQUIRE_APPROVALS',
    approvals: 2,
  },
];

const EVENTS = [
  'withdrawal.created',
  'withdrawal.state-changed',
  'withdrawal.vote-required',
  'conversion.created',
  'conversion.state-changed',
  'export.completed',
];

/** Venues and markets of a first start answer within seconds. */
const MAX_ATTEMPTS = 60;
const PAUSE_MS = 1000;

/**
 * Gives the desk of a demo a first morning, once, by calls to the API as two programs of the firm would make them. A
 * reference is used once, so a start after an interruption goes on where the last one ended.
 */
export async function fillDemoDesk(config: Config, signal: AbortSignal): Promise<void> {
  const done = join(config.data, 'desk-filled');
  if (await exists(done)) return;
  const operator = await clientOf('operator', config, signal);
  const approver = await clientOf('approver', config, signal);
  await ensurePolicy(operator, approver);
  await ensureDestinations(operator, approver);
  for (const [place, settings] of Object.entries(MANAGED))
    await operator(`${BALANCES}/${place}`, settings, 'PUT');
  await ensureWebhook(operator, await inboxUrl(config.data));
  const vote = async (id: string, decision: Decision): Promise<void> => {
    // After an interruption the vote may be there already, and a second one is refused.
    const { status } = await operator(`${WITHDRAWALS}/${id}`);
    if (status === 'APPROVAL_REQUESTED') await approver(`${WITHDRAWALS}/${id}/votes`, { decision });
  };
  for (const { body, decision } of MORNING) {
    const { id } = await operator(WITHDRAWALS, body);
    if (decision) await vote(id, decision);
  }
  const { id } = await operator(TRANSFERS, TRANSFER);
  await vote(id, 'APPROVE');
  if (await exists(join(config.data, 'payments-filled')))
    await vote(await findDisbursement(operator, signal), 'APPROVE');
  for (const body of TRADES) await operator(CONVERSIONS, body);
  await operator(`${EXPORTS}?type=withdrawal`, { from: '2026-01-01T00:00:00Z', format: 'CSV' });
  await writeFile(done, '');
}

type Decision = 'APPROVE' | 'REJECT';
type Call = Awaited<ReturnType<typeof clientOf>>;

async function ensurePolicy(operator: Call, approver: Call): Promise<void> {
  const { active, proposed } = await operator(POLICIES);
  if (active) return;
  const { version } = proposed ?? (await operator(POLICIES, { rules: RULES }, 'PUT'));
  await approver(`${POLICIES}/${version}/confirm`, undefined, 'POST');
}

/** Saved by one, and confirmed by the other, with the recipient where there is one. */
async function ensureDestinations(operator: Call, approver: Call): Promise<void> {
  const known = (await operator(DESTINATIONS)) as unknown as readonly (Answer & { readonly alias: string })[];
  for (const destination of SAVED) {
    const { alias } = destination;
    const { id, status } =
      known.find((saved) => saved.alias === alias) ?? (await operator(DESTINATIONS, destination));
    if (status === 'UNCONFIRMED' && alias !== WAITS)
      await approver(`${DESTINATIONS}/${id}/confirm`, undefined, 'POST');
  }
}

/** The withdrawal that the partner service asks for, within a minute. */
async function findDisbursement(operator: Call, signal: AbortSignal): Promise<string> {
  const q = new URLSearchParams({ q: 'reference:disbursement*' }).toString();
  for (let attempt = 1; attempt <= 2 * MAX_ATTEMPTS; attempt++) {
    const { content } = await operator(`${WITHDRAWALS}?${q}`);
    const [found] = content ?? [];
    if (found) return found.id;
    await sleep(PAUSE_MS, undefined, { signal });
  }
  throw new Error('the partner service asked for no withdrawal');
}

/** The inbox of the demo receives what happens. */
async function ensureWebhook(operator: Call, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const destinations = (await operator(WEBHOOKS)) as unknown as readonly { readonly url: string }[];
  if (!destinations.some((destination) => destination.url === url))
    await operator(WEBHOOKS, { url, events: EVENTS });
}

function payment(
  reference: string,
  venue: string,
  money: string,
  network: keyof typeof ADDRESSES,
  decision?: Decision,
  travelRule?: object,
) {
  const [amount, code] = money.split(' ');
  const blockchainDestination = { network, address: ADDRESSES[network] };
  const body = { reference, venue, asset: { code }, amount, blockchainDestination };
  return { body: { ...body, ...(travelRule && { travelRule }) }, decision };
}

/** What is saved with the destination says who receives it. */
function toSupplier(reference: string, amount: string, decision?: Decision) {
  const blockchainDestination = { alias: SUPPLIER.alias };
  return {
    body: { reference, venue: 'borealis', asset: { code: 'ETH' }, amount, blockchainDestination },
    decision,
  };
}

/** As far as the calls above use it. */
interface Answer {
  readonly id: string;
  readonly status: string;
  readonly version: number;
  readonly active: Answer | null;
  readonly proposed: Answer | null;
  readonly content?: readonly Answer[];
}

/** Calls the API of this process as a client of the demo, again while it is not ready for the call. */
async function clientOf(name: string, config: Config, signal: AbortSignal) {
  const secrets = JSON.parse(await readFile(join(config.data, 'credentials.json'), 'utf8')) as Record<
    string,
    { readonly client_id: string; readonly client_secret: string }
  >;
  const url = addressOf(config.trading);
  const grant = async (attempt = 1): Promise<string> => {
    const granted = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...secrets[name] }),
      signal,
    });
    const text = await granted.text();
    if (granted.ok) return (JSON.parse(text) as { access_token: string }).access_token;
    if (attempt === MAX_ATTEMPTS) throw new Error(`${name} got no token: ${text}`);
    await sleep(PAUSE_MS, undefined, { signal });
    return grant(attempt + 1);
  };
  const token = await grant();
  const call = async (
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
    attempt = 1,
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as Answer;
    if (attempt === MAX_ATTEMPTS) throw new Error(`${path} was answered ${response.status}: ${text}`);
    await sleep(PAUSE_MS, undefined, { signal });
    return call(path, body, method, attempt + 1);
  };
  return call;
}
