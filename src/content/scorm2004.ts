import { Scorm2004API } from 'scorm-again/scorm2004/min'
import { runUnit } from './scorm/page.ts'

declare global {
  interface Window {
    /** The name by which SCORM 2004 content finds its run-time. */
    API_1484_11?: InstanceType<typeof Scorm2004API>
  }
}

const runTime = new Scorm2004API({ autocommit: false, logLevel: 'NONE', uninitializedGetLogLevel: 'NONE' })
window.API_1484_11 = runTime
runUnit('scorm2004', runTime)
