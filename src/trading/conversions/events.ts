import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { Conversion } from './schema.ts';

const scope = 'conversions:view';
const { id, status } = Conversion.properties;

export const conversionCreated = defineEvent({
  type: 'conversion.created',
  summary: 'A conversion was created.',
  scope,
  payload: Type.Object({ id, conversion: Conversion }),
});

export const conversionStateChanged = defineEvent({
  type: 'conversion.state-changed',
  summary: 'The status of a conversion changed.',
  scope,
  payload: Type.Object({ id, from: status, to: status, conversion: Conversion }),
});

export const conversionEvents = [conversionCreated, conversionStateChanged] as const;
