const signed = (number: string): string =>
  number.startsWith('-') ? `−${number.slice(1)}` : number === '0.0' ? '±0.0' : `+${number}`;

export const texts = {
  short: (percent: string, inPoints: boolean) => `${signed(percent)} ${inPoints ? 'points' : '%'}`,
  change: (short: string) => `${short} on the period before`,
  same: 'As in the period before',
  nothing: 'Nothing in this period to compare',
  incomparable: 'Nothing in the period before',
} as const;
