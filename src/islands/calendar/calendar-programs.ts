/** A program that subscribes to a calendar by a link. */
export interface CalendarProgram {
  program: 'google' | 'apple' | 'outlook'
  href: string
  /** Whether the link is a page of the program; otherwise the device opens it. */
  opensTab: boolean
}

/**
 * Returns the links that add a subscription under its name to Google, Apple (and programs that open `webcal:`) and
 * Outlook, in this order. `address` is the http(s) URL of the subscription.
 */
export function calendarPrograms(address: string, name: string): CalendarProgram[] {
  const webcal = address.replace(/^https?:/, 'webcal:')
  const google = new URLSearchParams({ cid: webcal })
  const outlook = new URLSearchParams({ url: address, name })
  return [
    { program: 'google', href: `https://calendar.google.com/calendar/r?${google}`, opensTab: true },
    { program: 'apple', href: webcal, opensTab: false },
    { program: 'outlook', href: `https://outlook.live.com/calendar/0/addfromweb?${outlook}`, opensTab: true },
  ]
}
