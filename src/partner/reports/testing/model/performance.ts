import type { Decimal } from '../../../../kernel/index.ts';
import { count, groupInto, Ratio, sum, text, type ModelRow, type Query } from './cells.ts';
import { eventsOf, timeOf, type Event } from './events.ts';
import { keeps, type Model, type View } from './view.ts';

/** The events of a partner are made only once. */
const EVENTS = new WeakMap<View, readonly Event[]>();

function eventsFor(view: View): readonly Event[] {
  const events = EVENTS.get(view) ?? eventsOf(view);
  EVENTS.set(view, events);
  return events;
}

interface Groups {
  readonly groups: readonly { readonly values: string[]; readonly events: readonly Event[] }[];
  readonly events: readonly Event[];
}

/** What a report does not tell makes no row in it either. */
function group(view: View, query: Query, today: string, without: readonly string[]): Groups {
  const { group_by, date_from, date_to, ...filters } = query;
  const to = (date_to ?? today) as string;
  const from = (date_from ?? `${to.slice(0, 7)}-01`) as string;
  const names = (group_by ?? ['day']) as string[];
  const events = eventsFor(view).filter(
    ({ at, marks, counts }) =>
      at >= from && at <= to && keeps(marks as ModelRow, filters) && !without.some((name) => name in counts),
  );
  const valuesOf = ({ at, marks }: Event): string[] =>
    names.map((name) => timeOf(at, name) ?? text(marks[name]));
  const groups = groupInto(events, (event) => JSON.stringify(valuesOf(event)));
  return {
    groups: [...groups].map(([key, events]) => ({ values: JSON.parse(key) as string[], events })),
    events,
  };
}

const total = (events: readonly Event[], name: string): Decimal =>
  sum(events.map(({ counts }) => counts[name]));
const whole = (events: readonly Event[], name: string): Decimal => total(events, name).round(0, 'half-away');

function performanceNumbers(events: readonly Event[]): ModelRow {
  const [clicks, shown] = [total(events, 'click_count'), total(events, 'impression_count')];
  const [registered, started] = [total(events, 'registration_count'), total(events, 'first_deposit_count')];
  const [web, app] = [total(events, 'spend_web'), total(events, 'spend_app')];
  const [spend, reward] = [web.plus(app), total(events, 'reward_usd')];
  return {
    click_count: clicks,
    registration_count: registered,
    deposit_count: total(events, 'deposit_count'),
    deposit_usd: whole(events, 'deposit_usd'),
    first_deposit_count: started,
    trade_starting_count: total(events, 'trade_starting_real_count'),
    volume_mln_usd: total(events, 'volume_mln_usd'),
    reward_usd: reward,
    volume_lots: total(events, 'volume_lots'),
    conversion: new Ratio(registered, clicks),
    impression_count: shown,
    spend,
    spend_web: web,
    spend_app: app,
    ctr: new Ratio(clicks, shown),
    roi: new Ratio(reward.minus(spend), spend),
    cpc: new Ratio(spend, clicks),
    cpr: new Ratio(spend, registered),
    epc: new Ratio(reward, clicks),
    cftd: new Ratio(spend, started),
  };
}

const numbers = (events: readonly Event[], ...names: readonly string[]): ModelRow =>
  Object.fromEntries(names.map((name) => [name, total(events, name)]));

/** Groups with an exact sum are ordered by it, though it is shown in whole units. */
const grouped =
  (
    without: readonly string[],
    rowOf: (events: readonly Event[]) => ModelRow,
    totalsOf: (events: readonly Event[]) => ModelRow,
  ): Model =>
  (view, query, today) => {
    const { groups, events } = group(view, query, today, without);
    const names = (query['group_by'] ?? ['day']) as string[];
    const rows = groups.map(({ values, events }) => ({ group_fields: values, ...rowOf(events) }));
    const hidden = groups.map(({ values, events }) => ({
      ...Object.fromEntries(values.map((value, index) => [names[index] ?? '', value])),
      deposit_usd: total(events, 'deposit_usd'),
    }));
    return { rows, totals: { count: count(rows), ...totalsOf(events) }, hidden };
  };

const IB_COUNTS = ['click_count', 'registration_count', 'kyc_passed', 'first_deposit_count'];
const IB_STARTS = ['trade_starting_trial_count', 'trade_starting_real_count'];
const IB_SUMS = ['volume_mln_usd', 'volume_lots', 'reward_usd'];

export const performance = grouped(
  ['kyc_passed', 'trade_starting_trial_count'],
  performanceNumbers,
  performanceNumbers,
);

export const ibPerformance = grouped(
  ['impression_count', 'spend_web', 'spend_app'],
  (events) => numbers(events, ...IB_COUNTS, ...IB_STARTS, ...IB_SUMS),
  (events) => ({
    ...numbers(events, ...IB_COUNTS),
    deposit_usd: whole(events, 'deposit_usd'),
    ...numbers(events, ...IB_STARTS.toReversed(), ...IB_SUMS),
  }),
);
