import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'
import type { LocalCopy } from './outbox.ts'

/** In the storage of the package's own origin, which a browser may refuse to a framed page: then there is no copy. */
export function localCopy({ registration, activityId }: ScormLaunch, storage: () => Storage): LocalCopy {
  const name = `portal-scorm ${registration} ${activityId}`
  return {
    read() {
      try {
        // Written below, under a name that the portal's own page alone uses.
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
        // Full or refused: what is unsent is still sent as long as the page lives.
      }
    },
  }
}
