import Bowser from 'bowser'

/** Returns browser and operating system of a user agent by their common names; each is null when unknown. */
export function parseDevice(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}
