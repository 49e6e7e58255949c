import { parameters } from '../../shared/list/index.ts';

export const partnerSearch = parameters('add');
