import { parameters } from '../shared/list/index.ts';

/** Of lists that have kinds of rows. */
export const kindSearch = parameters('kind', 'id');

/** Of lists that the server searches and orders. */
export const foundSearch = parameters('q', 'order');
