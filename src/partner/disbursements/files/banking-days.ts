const DAY_MS = 86_400_000;

/** Whether banks settle on a day: not at weekends and, in euro, not on the closing days of TARGET. */
export function isBankingDay(day: string, currency: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false;
  if (currency !== 'EUR') return true;
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const fromEaster = (date.getTime() - easterOf(date.getUTCFullYear())) / DAY_MS;
  return fromEaster !== -2 && fromEaster !== 1;
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const j = Math.floor(c / 4);
  const k = c % 4;
  const m = Math.floor((a + 11 * h) / 319);
  const r = (2 * e + 2 * j - k - h + m + 32) % 7;
  const month = Math.floor((h - m + r + 90) / 25);
  const day = (h - m + r + month + 19) % 32;
  return Date.UTC(year, month - 1, day);
}

/** The first day on which a file that is sent now can be executed. */
export function firstBankingDay(
  now: Date,
  { cutOff, currency }: { cutOff: string; currency: string },
): string {
  const isLate = now.toISOString().slice(11, 16) >= cutOff;
  for (let time = now.getTime() + (isLate ? DAY_MS : 0); ; time += DAY_MS) {
    const day = new Date(time).toISOString().slice(0, 10);
    if (isBankingDay(day, currency)) return day;
  }
}
