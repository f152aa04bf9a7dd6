import { TZDate } from '@date-fns/tz'

/** Days and hours as the federation's people live them. */
export interface Calendar {
  today: Date
  /** The given hour, Swedish time, so many days from today. */
  at: (days: number, hour?: number) => Date
  /** `yyyy-MM-dd`, so many days from today. */
  on: (days: number) => string
}

export function calendarOf(today: Date): Calendar {
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const at = (days: number, hour = 12) => {
    const minutes = Math.round((hour % 1) * 60)
    return new Date(
      new TZDate(year, month, day + Math.floor(days), Math.floor(hour), minutes, 'Europe/Stockholm').getTime(),
    )
  }
  return {
    today,
    at,
    on: (days) => new Date(Date.UTC(year, month, day + Math.floor(days))).toISOString().slice(0, 10),
  }
}
