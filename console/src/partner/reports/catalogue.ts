import type { ReportEntry } from '@quaestor/sdk';

/** The SDK reads it without parameters, so its rows have the order of the server. */
const WITHOUT_PARAMETERS = 'progress_reward';
/** The API has the days of these rows as their first moments, which are in the day before where clocks are behind UTC. */
const DAYS: Readonly<Record<string, string>> = { second_level_rewards: 'reward_date' };

/** A report as this console asks and shows it. */
export function toAsked(entry: ReportEntry): ReportEntry {
  const canAsk = entry.name !== WITHOUT_PARAMETERS;
  const fieldsOf = (fields: ReportEntry['measures']) =>
    fields.map((field) => ({
      ...field,
      can_order: field.can_order && canAsk,
      type: DAYS[entry.name] === field.name ? ('date' as const) : field.type,
    }));
  return {
    ...entry,
    dimensions: fieldsOf(entry.dimensions),
    measures: fieldsOf(entry.measures),
    ...(!canAsk && { filters: [], orderings: [] }),
  };
}
