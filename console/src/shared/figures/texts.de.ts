import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

const signed = (number: string): string =>
  number.startsWith('-') ? `−${number.slice(1)}` : number === '0,0' ? '±0,0' : `+${number}`;

export const texts: Translation<typeof english> = {
  short: (percent, inPoints) => `${signed(percent)} ${inPoints ? 'Prozentpunkte' : '%'}`,
  change: (short) => `${short} gegenüber dem Zeitraum davor`,
  same: 'Wie im Zeitraum davor',
  nothing: 'In diesem Zeitraum nichts zu vergleichen',
  incomparable: 'Nichts im Zeitraum davor',
};
