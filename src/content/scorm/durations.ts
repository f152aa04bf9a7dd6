import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'

const CLOCK = /^(\d{1,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/

/**
 * Returns a duration in ISO 8601; null when it is missing or invalid. SCORM 1.2 writes time spans as `0001:02:03.4`;
 * SCORM 2004 and xAPI use ISO 8601.
 */
export function toIsoDuration(edition: ScormEdition, text: string | undefined): string | null {
  if (!text) return null
  if (edition === 'scorm2004') return /^P(?=.*\d)/.test(text) ? text : null
  const [, hours, minutes, seconds] = CLOCK.exec(text) ?? []
  return hours && minutes && seconds ? `PT${Number(hours)}H${Number(minutes)}M${Number(seconds)}S` : null
}
