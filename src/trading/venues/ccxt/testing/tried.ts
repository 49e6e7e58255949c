import { effort } from '../../../../testing/effort.ts';
import { IMITATIONS } from './imitations.ts';

const all = Object.entries(IMITATIONS);

/** The exchanges that a test tries: in `npm test` one, in `npm run test:long` all. */
export const TRIED = effort(all.slice(0, 1), all);
