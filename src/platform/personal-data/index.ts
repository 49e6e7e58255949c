export { keyFaults, NO_KEYS, openPersonalData, type PersonalData } from './keys.ts';
