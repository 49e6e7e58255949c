import { parameters } from '../../shared/list/index.ts';

export const walletSearch = parameters('kind', 'month');
