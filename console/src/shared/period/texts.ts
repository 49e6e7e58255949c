export const texts = {
  period: 'Period',
  names: { '7d': '7 days', '28d': '28 days', '90d': '90 days', '12m': '12 months' },
} as const;
