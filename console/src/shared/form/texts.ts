export const texts = {
  dates: 'Dates, in UTC',
  allDates: 'All dates',
  clear: 'Clear the dates',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  presets: {
    today: 'Today',
    '7d': 'Last 7 days',
    '28d': 'Last 28 days',
    month: 'This month',
    last_month: 'Last month',
    year: 'This year',
  },
} as const;
