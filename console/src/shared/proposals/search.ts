import { parameters } from '../list/index.ts';

/** The state of a list of proposals: which status is chosen, and which one is open. */
export const proposalsSearch = parameters('status', 'id');
