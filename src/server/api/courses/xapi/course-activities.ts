import type { UnitRow } from '#api/catalogue/packages/unit-storage.ts'
import type { JudgedUnit } from './completion.ts'

/** The owner of a course: a part or educator material; the other id is null. */
export interface CourseHolder {
  educationPartId: number | null
  educatorMaterialId: number | null
}

/**
 * Returns the activity id that the portal gives to a package without a manifest or a course launched by units. It is
 * `<origin>/activities/<part id>`, or `…/material-<id>` for educator material. `origin` is that of `namingOrigin`.
 */
export const toCourseActivityId = (origin: string, { educationPartId, educatorMaterialId }: CourseHolder): string =>
  `${origin}/activities/${educationPartId ?? `material-${educatorMaterialId}`}`

/**
 * Returns the activity id of a unit or a block. It is the same in every attempt and version of the course, and never
 * the publisher's id (cmi5, 8.1.5 and 9.4).
 */
export const toUnitActivityId = (courseActivityId: string, identifier: string): string =>
  `${courseActivityId}/${encodeURIComponent(identifier)}`

/**
 * Returns the units of a course, in their order, with the fields that decide their completion: activity id, criterion
 * and passing score.
 */
export const toJudgedUnits = (courseActivityId: string, units: readonly UnitRow[]): JudgedUnit[] =>
  units.map(({ identifier, moveOn, masteryScore }) => ({
    activityId: toUnitActivityId(courseActivityId, identifier),
    moveOn,
    masteryScore,
  }))
