export { EEA, EU, forAll } from './areas.ts';
export { faultsOf, surplusOf } from './faults.ts';
export {
  asked,
  type Asked,
  fill,
  type FormAnswers,
  type Condition,
  type Filled,
  type Form,
  type Question,
  type Rule,
} from './form.ts';
