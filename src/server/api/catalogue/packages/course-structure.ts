/** `xapi` has a tincan.xml, `page` has no manifest. */
export const packageFormats = ['xapi', 'cmi5', 'scorm12', 'scorm2004', 'page'] as const
export type PackageFormat = (typeof packageFormats)[number]

export const moveOns = ['NotApplicable', 'Passed', 'Completed', 'CompletedAndPassed', 'CompletedOrPassed'] as const
export type MoveOn = (typeof moveOns)[number]

export const launchMethods = ['AnyWindow', 'OwnWindow'] as const
export type LaunchMethod = (typeof launchMethods)[number]

/** A block of cmi5 or a chapter of SCORM that contains units. */
export interface UnitGroup {
  identifier: string
  title: string
}

/** Faults of a package that can be used all the same. */
const packageFaults = ['activityIdInvalid', 'encodedNames', 'withoutManifest'] as const

/**
 * Notes for the person who uploads a package: requests of the course that the portal does not follow, and faults of the
 * package.
 */
export const packageNotes = [
  ...(['order', 'conditions', 'rollup', 'chapterObjectives'] as const),
  ...(['attemptLimit', 'chance', 'prerequisites'] as const),
  ...packageFaults,
] as const
export type PackageNote = (typeof packageNotes)[number]

/**
 * True when a note about a package names a fault of the package; false when it names a request of the course that the
 * portal does not follow.
 */
export const isPackageFault = (note: PackageNote): boolean => packageFaults.some((fault) => fault === note)

/** Files that a manifest names and the archive lacks: their number, and the first names. */
export interface MissingFiles {
  count: number
  names: string[]
}

/** An objective of a SCORM 2004 unit that is shared with the units that name the same target. */
export interface ObjectiveMap {
  /** The unit's own id of the objective. */
  objective: string | null
  /** True for the objective that holds the unit's own result. */
  isPrimary: boolean
  target: string
  readsSatisfied: boolean
  readsMeasure: boolean
  writesSatisfied: boolean
  writesMeasure: boolean
}

/** Settings of SCORM for a unit, besides its passing score. */
export interface ScormTerms {
  /** A duration in the format of its SCORM edition. */
  maxTime: string | null
  timeLimitAction: string | null
  /** Progress from 0 to 1 at which a SCORM 2004 unit counts as completed. */
  completionThreshold: number | null
  /** Ids of the unit's own objectives, which SCORM 2004 content expects to read. */
  objectives: string[]
  /** Absent in packages that were read before shared objectives were supported. */
  objectiveMaps?: ObjectiveMap[]
}

/** A unit of a course that is launched on its own, as its manifest describes it. */
export interface StructureUnit {
  identifier: string
  title: string
  /** Relative to the manifest's folder; may have a query string. */
  launch: string
  /** The groups that contain it, the outermost first. */
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

/** The structure of a course from a cmi5.xml or an imsmanifest.xml; it has at least one unit. */
export interface CourseStructure {
  format: Extract<PackageFormat, 'cmi5' | 'scorm12' | 'scorm2004'>
  /** The course's own identifier, exactly as written. */
  identifier: string
  title: string | null
  units: StructureUnit[]
  notes: PackageNote[]
  /** Files that the manifest names, relative to its folder. */
  files: string[]
}
