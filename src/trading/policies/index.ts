export {
  approversOf,
  evaluate,
  neededSums,
  type Applicant,
  type SumScope,
  type Verdict,
} from './evaluate.ts';
export { checkRules } from './check.ts';
export { policyEndpoints } from './routes.ts';
export { selectActiveRules } from './store.ts';
export { Proposal, Rule, type Groups } from './schema.ts';
