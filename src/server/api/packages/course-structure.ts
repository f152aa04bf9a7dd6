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

/** What SCORM lays down for a unit beside the score that passes it. */
export interface ScormTerms {
  /** A time span as its edition writes it. */
  maxTime: string | null
  timeLimitAction: string | null
  /** From what progress on, 0 to 1, a unit of 2004 counts as completed. */
  completionThreshold: number | null
  /** The unit's own, which content of 2004 expects to find. */
  objectives: string[]
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
}
