import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { ManagedBalance, Settings } from './schema.ts';

export const balanceLow = defineEvent({
  type: 'balance.low',
  summary: 'A managed balance has fallen below its minimum.',
  scope: 'venue-transfer:view',
  payload: Type.Object({
    venue: ManagedBalance.properties.venue,
    asset: ManagedBalance.properties.asset,
    level: Type.String({ description: 'What it holds, with what is on its way.', examples: ['8000'] }),
    minimum: Settings.properties.minimum,
  }),
});

export const managedBalanceEvents = [balanceLow] as const;
