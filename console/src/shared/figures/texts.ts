const signed = (number: string): string => (number.startsWith('-') ? `−${number.slice(1)}` : `+${number}`);

export const texts = {
  change: (percent: string, inPoints: boolean) =>
    `${signed(percent)} ${inPoints ? 'points' : '%'} on the period before`,
  same: 'As in the period before',
  nothing: 'Nothing in this period to compare',
  incomparable: 'Nothing in the period before',
} as const;
