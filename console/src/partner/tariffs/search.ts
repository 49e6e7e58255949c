import { parameters } from '../../shared/list/index.ts';

export const tariffsSearch = parameters('partner', 'day', 'id');
export const tariffSearch = parameters('id');
