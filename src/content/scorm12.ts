import { Scorm12API } from 'scorm-again/scorm12/min'
import { runUnit } from './scorm/page.ts'

declare global {
  interface Window {
    /** The name by which SCORM 1.2 content finds its run-time. */
    API?: InstanceType<typeof Scorm12API>
  }
}

// The mastery score is applied when the content is over (see outcome.ts), not to the score at suspension.
const runTime = new Scorm12API({ autocommit: false, logLevel: 'NONE', mastery_override: false })
window.API = runTime
runUnit('scorm12', runTime)
