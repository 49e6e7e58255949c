import { ExchangeError, type Exchange } from 'ccxt';
import { parse } from 'lossless-json';
import type { Counterparty } from '../../../port/index.ts';
import { list, text, type Json, type WireWithdrawal } from '../../profile.ts';
import { readPages } from '../../reading/pages.ts';

/** Before the number that the exchange gives to a withdrawal with answers, which is not that of the withdrawal. */
export const LOCAL = 'trId:';

const ROWS_A_PAGE = 1000;
const SPOT_WALLET = '0';
/** The word for accounts that are asked nothing. */
const NOTHING = 'NIL';

/** The library knows none of these paths. */
async function ask(exchange: Exchange, path: string, parameters: Json = {}, api = 'sapi'): Promise<unknown> {
  return read(await exchange.request(`localentity/${path}`, api, 'GET', { ...parameters }));
}

/**
 * The library writes numbers as texts before it parses. That breaks an answer that repeats a questionnaire, which is a text
 * with numbers in it, and the library gives the whole answer as a text then.
 */
const read = (said: unknown): unknown =>
  typeof said === 'string' ? parse(said, undefined, (digits) => digits) : said;

/** Where the account was said to be asked nothing. */
const unasked = new WeakSet<Exchange>();

export async function askCountry(exchange: Exchange): Promise<string | null | undefined> {
  const answer = (await ask(exchange, 'questionnaire-requirements')) as Json;
  const country = text(answer['questionnaireCountryCode']);
  if (country === NOTHING) unasked.add(exchange);
  else unasked.delete(exchange);
  return country === NOTHING ? null : country;
}

export async function listProviders(exchange: Exchange): Promise<readonly Counterparty[] | undefined> {
  const rows = list(await ask(exchange, 'vasp'));
  return rows?.flatMap(({ identifier, vaspName }) => {
    const id = text(identifier);
    return id === undefined ? [] : { id, name: String(vaspName) };
  });
}

/** A refusal comes with the status of a success. An answer that does not say whether it was accepted says nothing. */
export async function sendLocal(
  exchange: Exchange,
  { to, amount, reference, answers }: WireWithdrawal,
): Promise<string | undefined> {
  const said: unknown = await exchange.request(
    'localentity/withdraw/apply',
    'sapi',
    'POST',
    {
      coin: to.assetId,
      network: to.networkId,
      address: to.address,
      ...(to.tag !== undefined && { addressTag: to.tag }),
      amount,
      withdrawOrderId: reference,
      walletType: SPOT_WALLET,
      ...answers,
    },
    undefined,
    undefined,
    { cost: 4.0002 },
  );
  const answer = read(said) as Json;
  // The documents have had both spellings.
  const accepted = new Set([answer['accepted'], answer['accpted']]);
  if (accepted.has(false)) throw new ExchangeError(text(answer['info']) ?? 'The venue gave no reason.');
  const number = answer['trId'] as string | number | undefined;
  return accepted.has(true) && number !== undefined ? `${LOCAL}${number}` : undefined;
}

/**
 * By the number that the exchange gave. While its check of the answers refuses it, the plain list is asked too: what a person did at
 * the exchange then may show there alone.
 */
export async function findAccepted(
  exchange: Exchange,
  id: string,
  listPlain: (ids: Json) => Promise<readonly Json[] | undefined>,
): Promise<readonly Json[] | undefined> {
  const local = await findLocal(exchange, { trId: id.slice(LOCAL.length) });
  const refused = local?.find((row) => !ENDED.has(String(row['status'])) && readsRefusal(row) !== undefined);
  const { withdrawalId, withdrawOrderId } = refused ?? {};
  if (!refused || !withdrawOrderId) return local;
  const plain = await listPlain(withdrawalId ? { idList: withdrawalId } : { withdrawOrderId });
  const ended = plain?.find(
    (row) => row['withdrawOrderId'] === withdrawOrderId && ENDED.has(String(row['status'])),
  );
  return ended ? [{ ...ended, id }] : local;
}

/** Cancelled, rejected, failed and completed. */
const ENDED = new Set(['1', '3', '5', '6']);

/** By our reference or by the number that the exchange gave. */
export async function findLocal(
  exchange: Exchange,
  by: { readonly withdrawOrderId: string } | { readonly trId: string },
): Promise<readonly Json[] | undefined> {
  return (await orNothing(exchange, async () => list(await history(exchange, by))))?.map(toRow);
}

export async function listLocal(exchange: Exchange, startTime: number): Promise<readonly Json[]> {
  const rows = await orNothing(exchange, () =>
    readPages(ROWS_A_PAGE, async ({ offset = 0 }) => ({
      rows: await history(exchange, {
        startTime,
        endTime: exchange.milliseconds(),
        limit: ROWS_A_PAGE,
        offset,
      }),
      next: () => ({ offset: Number(offset) + ROWS_A_PAGE }),
    })),
  );
  return (rows ?? []).map(toRow);
}

const history = (exchange: Exchange, by: Json): Promise<unknown> =>
  ask(exchange, 'withdraw/history', by, 'sapiV2');

/** An account that is asked nothing may be refused the list, and has nothing in it. */
async function orNothing(
  exchange: Exchange,
  read: () => Promise<readonly Json[] | undefined>,
): Promise<readonly Json[] | undefined> {
  try {
    return await read();
  } catch (error) {
    if (unasked.has(exchange) && error instanceof ExchangeError) return [];
    throw error;
  }
}

/** As the plain history writes it. One without a status is still being checked. */
const toRow = ({ id, trId, withdrawalStatus, ...row }: Json): Json => ({
  ...row,
  id: `${LOCAL}${String(trId)}`,
  withdrawalId: id,
  status: withdrawalStatus ?? '4',
});

/** What the exchange's check of the answers says, while the withdrawal has not ended. */
export const readsRefusal = ({ travelRuleStatus, info }: Json): string | undefined =>
  String(travelRuleStatus) === '2'
    ? `Binance has refused what was said about who receives it: look there. ${text(info) ?? ''}`.trim()
    : undefined;
