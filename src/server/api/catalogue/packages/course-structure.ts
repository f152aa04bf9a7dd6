/** xapi: tincan.xml; page: no manifest at all. */
export const packageFormats = ['xapi', 'cmi5', 'scorm12', 'scorm2004', 'page'] as const
export type PackageFormat = (typeof packageFormats)[number]

export const moveOns = ['NotApplicable', 'Passed', 'Completed', 'CompletedAndPassed', 'CompletedOrPassed'] as const
export type MoveOn = (typeof moveOns)[number]

export const launchMethods = ['AnyWindow', 'OwnWindow'] as const
export type LaunchMethod = (typeof launchMethods)[number]

/** A block of cmi5 or a chapter of SCORM. */
export interface UnitGroup {
  identifier: string
  title: string
}

/** What is wrong with a package that can be used all the same. */
const packageFaults = ['activityIdInvalid', 'encodedNames', 'withoutManifest'] as const

/** What the person who uploads a package is told: what the course asks for and does not get, and what is wrong with the package. */
export const packageNotes = [
  ...(['order', 'conditions', 'rollup', 'chapterObjectives'] as const),
  ...(['attemptLimit', 'chance', 'prerequisites'] as const),
  ...packageFaults,
] as const
export type PackageNote = (typeof packageNotes)[number]

export const isPackageFault = (note: PackageNote): boolean => packageFaults.some((fault) => fault === note)

/** Files that a manifest names and the archive lacks: how many, and the first of them by name. */
export interface MissingFiles {
  count: number
  names: string[]
}

/** An objective of a unit of SCORM 2004 that it shares with the units that name the same target. */
export interface ObjectiveMap {
  /** The unit's own name of it. */
  objective: string | null
  /** It is how the unit itself went. */
  isPrimary: boolean
  target: string
  readsSatisfied: boolean
  readsMeasure: boolean
  writesSatisfied: boolean
  writesMeasure: boolean
}

/** What SCORM lays down for a unit beside the score that passes it. */
export interface ScormTerms {
  /** A time span as its edition writes it. */
  maxTime: string | null
  timeLimitAction: string | null
  /** From what progress on, 0 to 1, a unit of 2004 counts as completed. */
  completionThreshold: number | null
  /** The unit's own, which content of 2004 expects to find. */
  objectives: string[]
  /** Absent of packages that were read before there was any sharing. */
  objectiveMaps?: ObjectiveMap[]
}

/** One of the things that a person starts one by one, as its manifest tells of it. */
export interface StructureUnit {
  identifier: string
  title: string
  /** Relative to the folder of the manifest; may carry a query of its own. */
  launch: string
  /** Where it lies, the outermost first. */
  groups: UnitGroup[]
  moveOn: MoveOn | null
  /** 0 to 1. */
  masteryScore: number | null
  launchMethod: LaunchMethod | null
  launchParameters: string | null
  entitlementKey: string | null
  activityType: string | null
  /** Null outside SCORM. */
  scormTerms: ScormTerms | null
}

/** What a cmi5.xml or an imsmanifest.xml says of its course; always with at least one unit. */
export interface CourseStructure {
  format: Extract<PackageFormat, 'cmi5' | 'scorm12' | 'scorm2004'>
  /** The course's own identifier, exactly as written. */
  identifier: string
  title: string | null
  units: StructureUnit[]
  notes: PackageNote[]
  /** What it says to consist of, relative to the folder of the manifest. */
  files: string[]
}
