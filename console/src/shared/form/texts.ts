export const texts = {
  dates: 'Dates, in UTC',
  allDates: 'All dates',
  clear: 'Clear the dates',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
} as const;
