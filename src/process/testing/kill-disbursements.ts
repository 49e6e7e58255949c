import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import postgres from 'postgres';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { verifyAudit } from '../../platform/audit/index.ts';
import { createCredential } from '../../platform/auth/index.ts';
import { connect, migrate } from '../../platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort } from '../../testing/process.ts';
import { Random } from '../../trading/withdrawals/testing/random.ts';
import { operatorContext } from '../context.ts';
import { Bank } from './bank.ts';
import { Caller, expectStatus } from './caller.ts';
import { checkBooks, checkFigures, type Shown } from './check-books.ts';
import { getToken, startPartners, until } from './partners.ts';

interface KillOptions {
  readonly databaseUrl: string;
  readonly kills: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

interface KillReport {
  /** How many requests were sent again because they had no answer. */
  readonly repeated: number;
  /** How many disbursements ended how, such as `chain PAID`. */
  readonly endings: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

const WAYS = ['bank', 'external', 'chain'] as const;
const DESTINATIONS = {
  bank: { name: 'José Müller', iban: 'DE89370400440532013000' },
  external: { kind: 'external', method: 'paypal', account: 'jose@example.com' },
  chain: { kind: 'chain', network: 'TRON', wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
};
const ACCOUNTS = Array.from({ length: 6 }, (_, index) => {
  const way = WAYS[index % 3] ?? 'bank';
  return { uid: `D${index}`, id: `80000${index}`, way, currency: way === 'chain' ? 'USDT' : 'EUR' };
});
type Account = (typeof ACCOUNTS)[number];

const IBAN = 'DE75512108001245126199';
const OWN = '/api/partner/disbursements/';
const ALL = '/api/manage/disbursements';
const MANAGER = ['disbursements:manage', 'program:view', 'program:edit'];
/** More could not all be voted on in time. */
const REQUESTS_PER_KILL = 25;
/** Bounded only so that a run that cannot succeed ends. */
const PATIENCE_MS = 300_000;

interface Listed {
  readonly number: number;
  readonly account_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly destination: { readonly kind: string } | null;
}

/**
 * Kills a product at random moments while partners ask for money, managers approve it, and a bank, another payment
 * system and the product's own trading service pay it. Callers repeat what has no answer. Then all books are compared.
 */
export async function killDisbursements({ databaseUrl, kills, seed, say }: KillOptions): Promise<KillReport> {
  const folder = makeFolder();
  const database = connect({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    applicationName: 'kill',
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const exchange = await spawnExchange({
    directory: join(folder, 'exchange'),
    profile: 'cumulus',
    seed: String(seed),
  });
  await migrate(database);
  const group = await startGroup();
  const { url } = group.first;
  const trading = `http://127.0.0.1:${group.tradingPort}`;
  const bank = new Bank(IBAN);
  /** What was asked for, by whom. */
  const requested = new Map<number, { readonly account: Account; readonly amount: Big }>();
  /** What was credited and taken back. */
  const earned = new Map(ACCOUNTS.map(({ id }) => [id, new Big(0)]));
  /** What the other payment system has paid, and what it could not pay. */
  const external = { paid: new Set<number>(), failed: new Set<number>(), returned: new Set<number>() };
  const faults: string[] = [];
  const stopping = new AbortController();
  const workers: Promise<void>[] = [];
  const caller = new Caller(PATIENCE_MS);
  let allowed = REQUESTS_PER_KILL;
  try {
    await bring('partners', (each) => ({ partner_uid: each.uid }));
    await bring('partner-accounts', ({ id, uid, currency }) => ({
      partner_account: id,
      partner_uid: uid,
      currency,
      account_name: 'Main',
      opened_on: '2024-01-01',
    }));
    const tokenOf = (role: string, scopes: string[], partnerUid?: string) =>
      getToken(databaseUrl, url, role, scopes, partnerUid);
    const partners = new Map<string, string>();
    for (const { uid } of ACCOUNTS)
      partners.set(uid, await tokenOf('partner', ['wallets:view', 'disbursements:edit'], uid));
    const as = {
      partner: ({ uid }: Account) => partners.get(uid) ?? '',
      ada: await tokenOf('ada', MANAGER),
      grace: await tokenOf('grace', MANAGER),
      bank: await tokenOf('bank', MANAGER),
      payer: await tokenOf('payer', ['disbursements:confirm', 'program:view']),
      voter: await getToken(databaseUrl, trading, 'voter', ['approvals:edit', 'venue-transfer:view']),
    };
    const begin = async (account: Account): Promise<void> => {
      await enter(account, 'bonus', new Big(500));
      await saveDestination(account);
    };
    await Promise.all(ACCOUNTS.map(begin));
    const steps = [earn, ask, ask, approve, cancel, payByBank, payOtherwise, vote];
    workers.push(...steps.map((step, index) => work(step, new Random(seed * 1_000 + index))));
    const random = new Random(seed);
    for (let kill = 0; kill < kills; kill++) {
      const wanted = caller.answered + 5 + random.below(40);
      await Promise.race([
        until(async () => caller.answered >= wanted || stopping.signal.aborted, PATIENCE_MS),
        ...workers,
      ]);
      await sleep(random.below(60));
      await restart();
      allowed += REQUESTS_PER_KILL;
      say?.(
        `${kills - kill - 1} kills left, ${requested.size} disbursements, ${caller.repeated} requests repeated`,
      );
    }
    stopping.abort();
    await Promise.all(workers);
    await rest();
    return { repeated: caller.repeated, endings: await compare(), faults };

    /** Does a step again and again. */
    async function work(step: (random: Random) => Promise<void>, random: Random): Promise<void> {
      while (!stopping.signal.aborted) {
        await step(random);
        await sleep(10);
      }
    }

    async function restart(): Promise<void> {
      await group.first.kill();
      await group.first.start();
      faults.push(...(await checkBooks(sql)));
      for (const account of ACCOUNTS) faults.push(...checkFigures(await figuresOf(account)));
    }

    async function earn(random: Random): Promise<void> {
      const isTaken = random.strikes(0.1);
      const amount = new Big(1 + random.below(isTaken ? 3_000 : 30_000)).div(100);
      await enter(pick(ACCOUNTS, random), isTaken ? 'clawback' : 'bonus', amount);
    }

    async function enter({ uid, id }: Account, kind: 'bonus' | 'clawback', amount: Big): Promise<void> {
      const entry = { account_id: id, kind, amount: amount.toFixed(2), reason: 'Spring' };
      const proposed = await send(as.ada, `/api/manage/partners/${uid}/entries`, entry);
      expectStatus('a proposal', proposed, 201);
      const { id: proposal } = JSON.parse(proposed.text) as { id: string };
      const confirmed = await send(as.grace, `/api/manage/proposals/${proposal}/confirm`);
      expectStatus('the confirmation of a proposal', confirmed, 200);
      const change = kind === 'bonus' ? amount : amount.times(-1);
      earned.set(id, (earned.get(id) ?? new Big(0)).plus(change));
    }

    async function ask(random: Random): Promise<void> {
      const account = pick(ACCOUNTS, random);
      // A smaller withdrawal would be refused.
      const amount = new Big((account.way === 'chain' ? 1_000 : 1) + random.below(8_000)).div(100);
      if (requested.size >= allowed) return;
      const body = { account_id: account.id, amount: amount.toFixed(2) };
      const answer = await send(as.partner(account), OWN, body);
      expectStatus('a request', answer, 201, 422);
      if (answer.status === 422) {
        if (answer.text.includes('no confirmed destination')) await saveDestination(account);
        return;
      }
      const { number } = JSON.parse(answer.text) as Listed;
      if (requested.has(number)) faults.push(`Two requests were answered with disbursement ${number}.`);
      requested.set(number, { account, amount });
    }

    async function saveDestination(account: Account): Promise<void> {
      const path = `${OWN}accounts/${account.id}/destination/`;
      const saved = await send(as.partner(account), path, DESTINATIONS[account.way]);
      expectStatus('a destination', saved, 201);
      const { id } = JSON.parse(saved.text) as { id: string };
      // Another one of the same partner may have replaced it.
      expectStatus('its confirmation', await send(as.ada, `${ALL}/destinations/${id}/confirm`), 200, 409);
    }

    async function approve(random: Random): Promise<void> {
      const waiting = await list(as.grace, 'REQUESTED');
      const numbers = waiting.slice(0, 1 + random.below(3)).map(({ number }) => number);
      if (numbers.length === 0) return;
      const answer = await send(as.grace, `${ALL}/approve`, { numbers });
      expectStatus('an approval', answer, 204, 409, 422);
      const [first] = numbers;
      // What is blocked would be in the way of the others.
      if (answer.status === 422)
        expectStatus(
          'a cancellation',
          await send(as.ada, `${ALL}/${first}/cancel`, { reason: 'Blocked.' }),
          200,
          409,
        );
    }

    async function cancel(random: Random): Promise<void> {
      await sleep(random.below(3_000));
      const [found] = await list(as.ada, random.strikes(0.5) ? 'REQUESTED' : 'APPROVED');
      if (!found) return;
      const answer = await send(as.ada, `${ALL}/${found.number}/cancel`, { reason: 'Not now.' });
      expectStatus('a cancellation', answer, 200, 409);
    }

    async function payByBank(random: Random): Promise<void> {
      await sleep(random.below(300));
      const sealed = await send(as.ada, `${ALL}/files`, { bank: 'main' });
      expectStatus('a file', sealed, 201, 422);
      if (sealed.status === 422) return;
      const { number } = (JSON.parse(sealed.text) as { file: { number: number } }).file;
      if (random.strikes(0.15)) {
        expectStatus('its unsealing', await send(as.ada, `${ALL}/files/${number}/unseal`), 200);
        return;
      }
      const [first, second] = [await fetchFile(number), await fetchFile(number)];
      if (first !== second) faults.push(`File ${number} was fetched with different bytes.`);
      for (const xml of bank.take(first, random))
        expectStatus('an answer of the bank', await upload(xml), 200);
    }

    async function fetchFile(number: number): Promise<string> {
      const answer = await send(as.ada, `${ALL}/files/${number}/fetch`);
      expectStatus('fetching a file', answer, 200);
      return answer.text;
    }

    async function upload(xml: string) {
      return caller.call(as.bank, 'POST', `${url}${ALL}/banks/main/answers`, xml, 'application/xml');
    }

    async function payOtherwise(random: Random): Promise<void> {
      const found = (await list(as.payer, 'SENT')).find(
        ({ destination }) => destination?.kind === 'external',
      );
      if (!found) return;
      const { number, amount, currency } = found;
      const isPaid = random.strikes(0.8);
      const said = {
        outcome: isPaid ? 'PAID' : 'FAILED',
        amount: new Big(amount).toFixed(2),
        currency,
        reference: `X${number}`,
        ...(!isPaid && { reason: 'The account is closed.' }),
      };
      const path = `${ALL}/${number}/confirm`;
      const wrong = new Big(amount).plus('0.01').toFixed(2);
      if (random.strikes(0.3))
        expectStatus(
          'a confirmation of another amount',
          await send(as.payer, path, { ...said, amount: wrong }),
          400,
        );
      expectStatus('a confirmation', await send(as.payer, path, said), 200);
      (isPaid ? external.paid : external.failed).add(number);
      if (random.strikes(0.3)) expectStatus('the same again', await send(as.payer, path, said), 200);
      const other = { ...said, outcome: isPaid ? 'FAILED' : 'PAID', reason: 'Not so.' };
      if (random.strikes(0.3)) expectStatus('the opposite', await send(as.payer, path, other), 409);
      if (!isPaid || !random.strikes(0.1)) return;
      const back = { outcome: 'RETURNED', reason: 'It came back.' };
      expectStatus('a return by hand', await send(as.bank, `${ALL}/${number}/settle`, back), 200);
      external.returned.add(number);
    }

    async function vote(random: Random): Promise<void> {
      const answer = await caller.call(as.voter, 'GET', `${trading}/trade/v1/approvals`);
      expectStatus('the withdrawals that wait', answer, 200);
      const [waiting] = (JSON.parse(answer.text) as { content: { id: string }[] }).content;
      if (!waiting) return sleep(50);
      const decision = random.strikes(0.85) ? 'APPROVE' : 'REJECT';
      const path = `${trading}/trade/v1/venues/withdrawals/${waiting.id}/votes`;
      expectStatus('a vote', await caller.call(as.voter, 'POST', path, { decision }), 201, 409);
    }

    async function list(token: string, status: string): Promise<readonly Listed[]> {
      const answer = await caller.call(token, 'GET', `${url}${ALL}?status=${status}&limit=100`);
      expectStatus('a list', answer, 200);
      return (JSON.parse(answer.text) as { disbursements: Listed[] }).disbursements;
    }

    async function figuresOf(account: Account): Promise<Shown> {
      const answer = await caller.call(as.partner(account), 'GET', `${url}${OWN}balances/`);
      expectStatus('balances', answer, 200);
      const [shown] = (JSON.parse(answer.text) as { balances: Shown[] }).balances;
      if (!shown) throw new Error(`The account ${account.id} has no figures.`);
      return shown;
    }

    /** Until the trading service has paid or refused everything. Each start asks about all of it at once. */
    async function rest(): Promise<void> {
      const random = new Random(seed);
      const deadline = performance.now() + PATIENCE_MS;
      for (let looks = 1; performance.now() < deadline; looks++) {
        await vote(random);
        const [open] = await sql`
          select (select count(*)::int from disbursement_withdrawal where ended_at is null) as payments,
            (select count(*)::int from withdrawal where status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')) as withdrawals`;
        if (open?.['payments'] === 0) return;
        if (open?.['withdrawals'] === 0 && looks % 40 === 0) await restart();
      }
      faults.push('The payments on chain did not come to an end.');
    }

    /** What every book says about every disbursement and every account, and how many ended how. */
    async function compare(): Promise<Record<string, number>> {
      faults.push(...(await checkBooks(sql)));
      const { fault } = await verifyAudit(database.db);
      if (fault) faults.push(`The audit chain is broken: ${JSON.stringify(fault)}`);
      const rows = await sql<{ number: number; status: string; back: string; withdrawal: string | null }[]>`
        select number::int as number, disbursement.status, coalesce(returned_amount, 0)::text as back,
          withdrawal.status as withdrawal
        from disbursement left join withdrawal on withdrawal.reference = 'disbursement:' || number order by 1`;
      if (rows.length !== requested.size)
        faults.push(`${rows.length} disbursements exist, and ${requested.size} requests were answered.`);
      const left = new Map(earned);
      const endings: Record<string, number> = {};
      for (const { number, status, back, withdrawal } of rows) {
        const known = requested.get(number);
        if (!known) {
          faults.push(`Nobody was answered that disbursement ${number} exists.`);
          continue;
        }
        const { account, amount } = known;
        const ending = `${account.way} ${status}`;
        endings[ending] = (endings[ending] ?? 0) + 1;
        const isPaid = bank.paid.has(number) || external.paid.has(number) || withdrawal === 'COMPLETED';
        const returned = bank.returned.get(number) ?? (external.returned.has(number) ? amount : new Big(0));
        const hasFailed =
          bank.rejected.has(number) ||
          external.failed.has(number) ||
          /FAILED|CANCELLED/.test(withdrawal ?? '');
        const fits =
          isPaid === (status === 'PAID' || status === 'RETURNED') &&
          hasFailed === (status === 'FAILED') &&
          returned.eq(back);
        if (!fits) faults.push(`Disbursement ${number} is ${ending}, which who paid it does not say.`);
        if (isPaid) left.set(account.id, (left.get(account.id) ?? new Big(0)).minus(amount).plus(returned));
      }
      for (const account of ACCOUNTS) {
        const shown = await figuresOf(account);
        faults.push(...checkFigures(shown));
        if (!left.get(account.id)?.eq(shown.balance))
          faults.push(
            `Account ${account.id} has ${shown.balance} instead of ${left.get(account.id)?.toString()}.`,
          );
      }
      const transfers = (await exchange.control.state()).transfers.filter(
        ({ kind }) => kind === 'withdrawal',
      );
      if (new Set(transfers.map(({ reference }) => reference)).size !== transfers.length)
        faults.push('The venue has sent a withdrawal twice.');
      return endings;
    }
  } finally {
    caller.end();
    stopping.abort();
    await Promise.allSettled(workers);
    await group.close();
    await exchange.kill('SIGKILL');
    await Promise.all([database.close(), sql.end(), removeFolder(folder)]);
  }

  /** A product that pays on chain through its own trading service. */
  async function startGroup() {
    await exchange.control.pace({ withdrawalDelayMs: 100, latencyMs: 0 });
    await exchange.control.fault({
      operation: 'withdraw',
      fault: { type: 'failLater', reason: 'The address is blocked.' },
      probability: 0.1,
      seed: String(seed),
    });
    const { secret } = await createCredential(operatorContext(database.db), {
      kind: 'client',
      name: 'payments',
      tenant: 'default',
      scopes: ['venue-transfer:edit', 'venue-transfer:view'],
    });
    const tradingPort = await newPort();
    const settings = {
      roles: ['trading', 'partner', 'worker'],
      trading: { port: tradingPort, publicUrl: 'http://trading.example' },
      venues: [{ code: 'cumulus', kind: 'simulated', exchange: exchange.baseUrl, credentials: 'env:VENUE' }],
      disbursements: {
        coolingOffHours: 0,
        banks: [{ code: 'main', format: 'pain.001.001.09', name: 'Firm Ltd', iban: IBAN }],
        methods: [{ code: 'paypal', name: 'PayPal', account: 'E-mail address' }],
      },
      onChain: {
        url: `http://127.0.0.1:${tradingPort}`,
        clientId: 'payments',
        clientSecret: secret,
        networks: [{ asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' }],
      },
    };
    const env = { VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret };
    return { ...(await startPartners(databaseUrl, 1, { settings, env })), tradingPort };
  }

  async function bring(kind: string, rowOf: (account: Account) => object): Promise<void> {
    const answer = await group.send(url, kind, ACCOUNTS.map(rowOf));
    if (answer?.status !== 200) throw new Error(`${kind}: ${answer?.status} ${answer?.text}`);
  }

  function send(token: string, path: string, body?: object) {
    return caller.call(token, 'POST', `${url}${path}`, body);
  }
}

const pick = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)] as T;
