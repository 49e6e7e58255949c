export {
  approversOf,
  evaluate,
  explain,
  neededSums,
  type Applicant,
  type SumScope,
  type Verdict,
} from './evaluate.ts';
export { checkRules } from './check.ts';
export { policyNotice } from './notices.ts';
export { policyEndpoints } from './routes.ts';
export { selectActiveRules } from './store.ts';
export { PERIODS, Proposal, Rule, type Groups } from './schema.ts';
