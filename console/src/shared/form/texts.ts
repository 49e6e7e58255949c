export const texts = {
  dates: 'Dates, in UTC',
  allDates: 'All dates',
  clear: 'Clear the dates',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  presets: {
    today: 'Today',
    week: 'Last 7 days',
    fourWeeks: 'Last 28 days',
    month: 'This month',
    lastMonth: 'Last month',
    year: 'This year',
  },
} as const;
