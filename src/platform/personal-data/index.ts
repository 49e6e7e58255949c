export { keyFaults, NO_KEYS, openPersonalData, type PersonalData } from './keys.ts';
export { redact } from './redact.ts';
export { TravelRule, TravelRuleQuestion } from './schema.ts';
export { personalMembers } from './texts.ts';
