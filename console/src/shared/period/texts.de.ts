import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  period: 'Zeitraum',
  names: { '7d': '7 Tage', '28d': '28 Tage', '90d': '90 Tage', '12m': '12 Monate' },
};
