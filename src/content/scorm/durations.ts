import type { ScormEdition } from '#api/courses/xapi/scorm/rules.ts'

const CLOCK = /^(\d{1,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/

/** The time spans of SCORM 1.2 are clocks, `0001:02:03.4`; xAPI and 2004 write them as ISO 8601 does. */
export function durationOf(edition: ScormEdition, text: string | undefined): string | null {
  if (!text) return null
  if (edition === 'scorm2004') return /^P(?=.*\d)/.test(text) ? text : null
  const [, hours, minutes, seconds] = CLOCK.exec(text) ?? []
  return hours && minutes && seconds ? `PT${Number(hours)}H${Number(minutes)}M${Number(seconds)}S` : null
}
