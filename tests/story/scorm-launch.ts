import type { ScormLaunch } from '#api/courses/xapi/scorm/rules.ts'

/** Launch data of a unit, as the SCORM page receives them. */
export const launch: ScormLaunch = {
  endpoint: 'http://portal.test/api/articulate/',
  launchToken: 'a-token',
  agent: { objectType: 'Agent', name: 'Bo Berg', account: { homePage: 'http://portal.test', name: '7' } },
  registration: '2f1d2f5e-6d0e-4a3b-9f0e-8d6c0d3f5b11',
  courseActivityId: 'http://portal.test/activities/7',
  activityId: 'http://portal.test/activities/7/units/1',
  title: 'Flaggor',
  entry: '/index.html',
  learnerName: 'Berg, Bo',
  learnerId: '7',
  launchData: null,
  masteryScore: null,
  maxTime: null,
  timeLimitAction: null,
  completionThreshold: null,
  objectives: [],
  objectiveMaps: [],
}
