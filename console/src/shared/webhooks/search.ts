import { parameters } from '../list/index.ts';

export const webhookSearch = parameters('by', 'state', 'type', 'message');
