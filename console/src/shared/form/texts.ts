export const texts = {
  dates: (zone: string) => `Dates, in ${zone}`,
  /** The language of the calendar, and how it writes a day. */
  calendar: 'en',
  dayFormat: 'D MMM YYYY',
  programDay: 'A day is a day in UTC.',
  allDates: 'All dates',
  day: 'Such as 31 Jan 2026',
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
