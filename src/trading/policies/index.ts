export { evaluate, neededSums, type Applicant, type SumScope, type Verdict } from './evaluate.ts';
export { policyEndpoints } from './routes.ts';
export { selectActiveRules } from './store.ts';
export type { Rule } from './schema.ts';
