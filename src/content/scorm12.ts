import { Scorm12API } from 'scorm-again/scorm12/min'
import { frameUnit } from './scorm/frame.ts'
import { launchIn } from './scorm/launch.ts'

declare global {
  interface Window {
    /** Where SCORM 1.2 content finds its run-time. */
    API?: InstanceType<typeof Scorm12API>
  }
}

const launch = launchIn(location.hash)
if (launch) {
  window.API = new Scorm12API({ autocommit: false, logLevel: 'NONE' })
  frameUnit(launch)
}
