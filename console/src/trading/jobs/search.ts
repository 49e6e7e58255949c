import { parameters } from '../../shared/list/index.ts';

export const jobsSearch = parameters('q', 'state', 'id');
