import type { UnitRow } from '#api/catalogue/packages/unit-storage.ts'
import type { JudgedUnit } from './completion.ts'

/** Whose course it is: a part's, or material's for educators. */
export interface CourseHolder {
  educationPartId: number | null
  educatorMaterialId: number | null
}

/** An activity of the portal's own: of a package without a manifest, and of a course whose units are launched. */
export const ownActivityId = (origin: string, { educationPartId, educatorMaterialId }: CourseHolder): string =>
  `${origin}/activities/${educationPartId ?? `material-${educatorMaterialId}`}`

/**
 * Of a unit or a block: the same in every attempt and every version of the course, and never the publisher's own
 * (cmi5, 8.1.5 and 9.4).
 */
export const activityWithin = (courseActivityId: string, identifier: string): string =>
  `${courseActivityId}/${encodeURIComponent(identifier)}`

/** The units as they are judged. */
export const judgedUnits = (courseActivityId: string, units: readonly UnitRow[]): JudgedUnit[] =>
  units.map(({ identifier, moveOn, masteryScore }) => ({
    activityId: activityWithin(courseActivityId, identifier),
    moveOn,
    masteryScore,
  }))
