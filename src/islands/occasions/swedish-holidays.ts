/** Names of the public holidays in Sweden, and of the eves on which most people are off work. */
export type Holiday =
  | 'newYearsDay'
  | 'epiphany'
  | 'goodFriday'
  | 'easterEve'
  | 'easterSunday'
  | 'easterMonday'
  | 'mayDay'
  | 'ascensionDay'
  | 'whitSunday'
  | 'nationalDay'
  | 'midsummerEve'
  | 'midsummerDay'
  | 'allSaintsDay'
  | 'christmasEve'
  | 'christmasDay'
  | 'boxingDay'
  | 'newYearsEve'

const fixed: Readonly<Record<string, Holiday>> = {
  '01-01': 'newYearsDay',
  '01-06': 'epiphany',
  '05-01': 'mayDay',
  '06-06': 'nationalDay',
  '12-24': 'christmasEve',
  '12-25': 'christmasDay',
  '12-26': 'boxingDay',
  '12-31': 'newYearsEve',
}

/** By their distance from Easter Sunday in days. */
const aroundEaster: Readonly<Record<number, Holiday>> = {
  [-2]: 'goodFriday',
  [-1]: 'easterEve',
  0: 'easterSunday',
  1: 'easterMonday',
  39: 'ascensionDay',
  49: 'whitSunday',
}

const dayMs = 86_400_000

/** Returns Easter Sunday of a Gregorian year in UTC milliseconds, by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const leapCenturies = Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const monthAndDay = epact + weekday - 7 * late + 114
  return Date.UTC(year, Math.floor(monthAndDay / 31) - 1, (monthAndDay % 31) + 1)
}

interface Span {
  weekday: number
  from: string
  to: string
  holiday: Holiday
}

const [friday, saturday] = [5, 6]

/** A weekday within seven days: both ends count. */
const movable: readonly Span[] = [
  { weekday: friday, from: '06-19', to: '06-25', holiday: 'midsummerEve' },
  { weekday: saturday, from: '06-20', to: '06-26', holiday: 'midsummerDay' },
  { weekday: saturday, from: '10-31', to: '11-06', holiday: 'allSaintsDay' },
]

/**
 * Returns the Swedish holiday, or the eve that most people are off work, of a calendar day, `yyyy-MM-dd`. Null for any
 * other day, so also for ordinary Sundays.
 */
export function findHoliday(day: string): Holiday | null {
  const date = new Date(`${day}T00:00:00Z`)
  const monthAndDay = day.slice(5)
  const days = Math.round((date.getTime() - easterSunday(date.getUTCFullYear())) / dayMs)
  const span = movable.find(
    ({ weekday, from, to }) => date.getUTCDay() === weekday && from <= monthAndDay && monthAndDay <= to,
  )
  return fixed[monthAndDay] ?? aroundEaster[days] ?? span?.holiday ?? null
}
