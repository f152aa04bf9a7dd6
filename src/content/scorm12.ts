import { Scorm12API } from 'scorm-again/scorm12/min'
import { runUnit } from './scorm/page.ts'

declare global {
  interface Window {
    /** Where SCORM 1.2 content finds its run-time. */
    API?: InstanceType<typeof Scorm12API>
  }
}

// The mastery score is judged when the content says that it is over (see outcome.ts), not by what it held when it was suspended.
const runTime = new Scorm12API({ autocommit: false, logLevel: 'NONE', mastery_override: false })
window.API = runTime
runUnit('scorm12', runTime)
