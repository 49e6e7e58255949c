import { parameters } from '../../shared/list/index.ts';

export const marketSearch = parameters('symbol', 'type', 'fees', 'hours');
