export {
  Behind,
  changeFacts,
  changeInSeries,
  requireHead,
  rolledBack,
  tryFacts,
  type FactsChange,
  type FactsDecision,
  type NewBatch,
} from './change.ts';
export type { SentKey } from './claim.ts';
export { compactObjects } from './compact-objects.ts';
export { measureFacts } from './measure.ts';
export { factsContext, openFacts, type Facts, type FactsContext, type FactsOptions } from './open.ts';
export { logJobs } from './work.ts';
export { watchLog } from './watch.ts';
export { compact } from './compact-store.ts';
