import type { ObjectiveMap } from '#api/catalogue/packages/course-structure.ts'

/** The two editions differ in the object that their content looks for, in the names of its data and in its rules. */
export type ScormEdition = 'scorm12' | 'scorm2004'

/** Everything that the SCORM page of the content origin is told of the unit that it runs. */
export interface ScormLaunch {
  endpoint: string
  launchToken: string
  agent: { objectType: 'Agent'; name: string; account: { homePage: string; name: string } }
  registration: string
  /** Of the package, which groups what its units tell. */
  courseActivityId: string
  /** Of the unit. */
  activityId: string
  title: string
  /** The address of the unit's page, with the grant of the launch and the page's query. */
  entry: string
  /** "Efternamn, Förnamn", as SCORM wants it. */
  learnerName: string
  learnerId: string
  /** `adlcp:dataFromLMS`, `datafromlms`: handed to the unit as it is. */
  launchData: string | null
  /** 0 to 1, in both editions. */
  masteryScore: number | null
  /** As the manifest writes it: a time span of the edition. */
  maxTime: string | null
  timeLimitAction: string | null
  /** 2004 alone: from what progress on, 0 to 1, a unit counts as completed. */
  completionThreshold: number | null
  /** 2004 alone: the names of the unit's objectives, which its content expects to be there from the beginning. */
  objectives: string[]
  /** 2004 alone: which of them it shares with other units of the course. */
  objectiveMaps: ObjectiveMap[]
}

/** Who is launched is told in the fragment: neither a server nor a log ever sees that. */
export const scormPageUrl = (contentOrigin: string, edition: ScormEdition, launch: ScormLaunch): string =>
  `${contentOrigin}/_portal/${edition}.html#${encodeURIComponent(JSON.stringify(launch))}`
