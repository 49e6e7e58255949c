import { parameters } from '../../shared/list/index.ts';

export const clientsSearch = parameters('q', 'country', 'link', 'order');
