import { parameters } from '../../shared/list/index.ts';

export const proposalsSearch = parameters('status', 'id');
