import { Problem, type Clock } from '../../src/kernel/index.ts';
import type { Facts, FactsContext } from '../../src/partner/facts/handle/index.ts';
import type { Endpoint } from '../../src/platform/http/index.ts';
import { median } from '../harness/measure.ts';
import type { Asker, Dates } from './by-hand.ts';
import { contextOf } from './stores.ts';

const DAY_MS = 86_400_000;
/** How long something is repeated, but a few times at least. */
const REPEATED_MS = 1_000;
const FEWEST_ROUNDS = 3;

/** What makes a partner large in the eyes of a report: the table to count in, and whose number its rows bear. */
export interface Question {
  readonly path: string;
  readonly sizeIn: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: (asker: Asker) => Readonly<Record<string, unknown>>;
}

const OWN = 'orders o join partners p on p.partner_no = o.partner_no';
const BELOW = 'orders o join partners p on p.partner_no = o.parent_no';
const SHARED = `orders o join shares s on s.client_account = o.client_account and s.partner_no = o.partner_no
  join partners p on p.partner_uid = s.agent_uid`;
const RISEN = 'progress_reward_details d join partners p on p.partner_no = d.partner_no';
export const SIZES: readonly string[] = [OWN, BELOW, SHARED, RISEN];

export type Questions = Readonly<Record<string, Question>>;

/** The first page of each report. */
export function questionsOf(dates: Dates): Questions {
  const period = { date_from: dates.from, date_to: dates.to };
  return {
    performance: { path: '/api/reports/performance/', sizeIn: OWN, query: period },
    ib_performance: { path: '/api/reports/ib/performance/', sizeIn: OWN, query: period },
    advanced_tqi: {
      path: '/api/reports/cpa/advanced_tqi/:cohort/',
      sizeIn: OWN,
      params: () => ({ cohort: dates.cohort }),
    },
    second_level_accounts: { path: '/api/reports/clients/accounts/second-level/', sizeIn: BELOW },
    second_level_rewards: { path: '/api/v2/reports/rewards/secondlevel/', sizeIn: BELOW },
    orders: { path: '/api/reports/orders/', sizeIn: OWN },
    shared_accounts: { path: '/api/v3/reports/clients/shared/', sizeIn: SHARED },
    progress_reward: { path: '/api/reports/progress_reward/', sizeIn: RISEN },
    progress_reward_detail: {
      path: '/api/reports/progress_reward/:compensation_id/detailed/',
      sizeIn: RISEN,
      params: ({ compensation }) => ({ compensation_id: compensation }),
    },
    rewards: { path: '/api/reports/rewards/', sizeIn: OWN },
  };
}

export const NAMES: readonly string[] = Object.keys(questionsOf({ from: '', to: '', cohort: '' }));

/** The clock stands at the last order, and the dates are before it. */
export async function readCalendar(facts: Facts): Promise<{ clock: Clock; dates: Dates }> {
  const [found] = await facts.database.query<{ last: Date }>('select max(closed_at) as last from orders');
  if (!found) throw new Error('The program has no orders.');
  const { last } = found;
  const day = (ago: number): string => new Date(last.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return { clock: { now: () => last }, dates: { from: day(365), to: day(0), cohort: day(60).slice(0, 7) } };
}

export async function partnersBySize(facts: Facts, sizeIn: string): Promise<Asker[]> {
  return facts.database.query<{ uid: string; no: number; compensation: number }>(`
    select p.partner_uid as uid, p.partner_no as no,
      coalesce((select min(compensation_id) from tier_changes t where t.partner_no = p.partner_no), 0) as compensation
    from ${sizeIn} group by 1, 2 order by count(*) desc, 1`);
}

interface Asking {
  readonly facts: Facts;
  readonly clock: Clock;
  readonly questions: Questions;
  readonly endpoints: readonly Endpoint[];
}

const callers = new WeakMap<Facts, Map<string, FactsContext>>();

/** Everything but the network: the state of the facts, the gate, the query and the JSON. */
export async function askPage(
  { facts, clock, questions, endpoints }: Asking,
  name: string,
  asker: Asker,
): Promise<string> {
  const question = questions[name];
  const endpoint = endpoints.find(({ path }) => path === question?.path);
  if (!question || !endpoint) throw new Error(`No report is called ${name}.`);
  const { query = {}, params = () => ({}) } = question;
  const request = { params: params(asker), query, body: undefined, headers: {}, ip: '' };
  try {
    const { body } = await endpoint.handle(callerOf(facts, clock, asker), request);
    return body as string;
  } catch (error) {
    // A partner may have no such cohort.
    if (error instanceof Problem && error.code === 'not_found') return '';
    throw error;
  }
}

function callerOf(facts: Facts, clock: Clock, { uid }: Asker): FactsContext {
  const known = callers.get(facts) ?? new Map<string, FactsContext>();
  callers.set(facts, known);
  const caller = known.get(uid) ?? contextOf(facts, clock, uid);
  known.set(uid, caller);
  return caller;
}

export function pick(askers: readonly Asker[], index: number): Asker {
  const asker = askers[index];
  if (!asker) throw new Error('The program has too few partners.');
  return asker;
}

type Work = () => Promise<unknown>;

/** What each of them usually takes. They take turns, so that a disturbance of the machine hits each alike. */
export async function timesOf<Works extends readonly Work[]>(
  ...works: Works
): Promise<{ [Index in keyof Works]: number }> {
  const times = works.map(() => new Array<number>());
  const until = performance.now() + REPEATED_MS;
  for (let round = 0; round < FEWEST_ROUNDS || performance.now() < until; round++) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      await work();
      times[index]?.push(performance.now() - began);
    }
  }
  return times.map(median) as { [Index in keyof Works]: number };
}
