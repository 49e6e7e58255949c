import { parameters } from '../../shared/list/index.ts';

export const tiersSearch = parameters('partner', 'id');
