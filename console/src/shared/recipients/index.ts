export { describeRecipient } from './describe.ts';
export { faultsWithin, missingIn, type Faults } from './faults.ts';
export { fieldsOf, toAnswers, toTravelRule, type Answers, type Asking, type Field } from './fields.ts';
export { Recipient, Sentences, type Mark } from './recipient.tsx';
export { texts as recipientTexts } from './texts.ts';
export { useAnswers } from './use-answers.ts';
