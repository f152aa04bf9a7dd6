import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import type { LocalCopy } from './outbox.ts'

/**
 * Returns the copy of a launch's unsent data in the localStorage of the package's origin, by registration and activity.
 * A browser may refuse it to a framed page; then nothing is read or written.
 */
export function localCopy({ registration, activityId }: ScormLaunch, storage: () => Storage): LocalCopy {
  const name = `portal-scorm ${registration} ${activityId}`
  return {
    read() {
      try {
        // Only the portal's own page writes this key, so this cast is safe.
        return JSON.parse(storage().getItem(name) ?? 'null')
      } catch {
        return null
      }
    },
    write(unsent) {
      try {
        if (unsent) storage().setItem(name, JSON.stringify(unsent))
        else storage().removeItem(name)
      } catch {
        // Storage is full or refused; unsent data is still sent while the page is open.
      }
    },
  }
}
