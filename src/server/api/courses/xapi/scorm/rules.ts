import type { ObjectiveMap } from '#api/catalogue/packages/course-structure.ts'

/** Editions of SCORM; they differ in the API object that content looks for, in data names and in rules. */
export type ScormEdition = 'scorm12' | 'scorm2004'

/** Launch parameters for the SCORM page of the content origin. */
export interface ScormLaunch {
  endpoint: string
  launchToken: string
  agent: { objectType: 'Agent'; name: string; account: { homePage: string; name: string } }
  registration: string
  /** Activity of the course, which groups the statements of its units. */
  courseActivityId: string
  /** Activity of the unit. */
  activityId: string
  title: string
  /** URL of the unit's page, with the grant of the launch and the page's query. */
  entry: string
  /** "Efternamn, Förnamn", as SCORM requires. */
  learnerName: string
  learnerId: string
  /** `adlcp:dataFromLMS` or `datafromlms`; passed to the unit unchanged. */
  launchData: string | null
  /** 0 to 1, in both editions. */
  masteryScore: number | null
  /** Time span in the format of the edition, as in the manifest. */
  maxTime: string | null
  timeLimitAction: string | null
  /** SCORM 2004 only: progress, 0 to 1, from which a unit counts as completed. */
  completionThreshold: number | null
  /** SCORM 2004 only: ids of the unit's objectives, which its content expects to exist at the start. */
  objectives: string[]
  /** SCORM 2004 only: the objectives that it shares with other units of the course. */
  objectiveMaps: ObjectiveMap[]
}

/**
 * Returns the URL of the portal's SCORM page on a package's origin (`contentOrigin`), for an edition. The launch, with
 * its token, is in the fragment, which no server and no log sees.
 */
export const scormPageUrl = (contentOrigin: string, edition: ScormEdition, launch: ScormLaunch): string =>
  `${contentOrigin}/_portal/${edition}.html#${encodeURIComponent(JSON.stringify(launch))}`
