import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/** Parses the launch in the fragment of the URL; null when it is empty or invalid. */
export function parseLaunch(hash: string): ScormLaunch | null {
  try {
    // Written by scormPageUrl(), so this cast is safe.
    return hash.length > 1 ? JSON.parse(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}
