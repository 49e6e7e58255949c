export { keyFaults, NO_KEYS, openPersonalData, type PersonalData, type Sealed } from './keys.ts';
