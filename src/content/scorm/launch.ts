import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/** What the fragment of the address says of the unit to run; null when somebody opened the bare page. */
export function launchIn(hash: string): ScormLaunch | null {
  try {
    // Written by scormPageUrl(), which takes nothing else.
    return hash.length > 1 ? JSON.parse(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}
