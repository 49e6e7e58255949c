import { Decimal } from '../src/kernel/index.ts';
import type { ExchangeState } from './engine/state.ts';

/** Serializes the state; equal states give equal texts. */
export function encodeState(state: ExchangeState): string {
  return JSON.stringify(state, function (this: Record<string, unknown>, key, value: unknown) {
    const raw = this[key];
    if (raw instanceof Decimal) return { $decimal: raw.toString() };
    if (raw instanceof Map) return { $map: [...(raw as Map<unknown, unknown>)] };
    if (raw instanceof Set) return { $set: [...(raw as Set<unknown>)] };
    return value;
  });
}

export function decodeState(text: string): ExchangeState {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$decimal' in value) return Decimal.parse(value.$decimal as string);
    if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
    if ('$set' in value) return new Set(value.$set as unknown[]);
    return value;
  }) as ExchangeState;
}
