export { Screening, ScreeningAnswer, ScreeningQuestion, ScreeningTerms, termsOf } from './schema.ts';
export {
  answerActs,
  askScreening,
  digestOf,
  isAwaited,
  isCleared,
  showScreening,
  type StoredScreening,
} from './screening.ts';
