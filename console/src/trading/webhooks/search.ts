import { parameters } from '../../shared/list/index.ts';

export const deliveriesSearch = parameters('state', 'type', 'message');
