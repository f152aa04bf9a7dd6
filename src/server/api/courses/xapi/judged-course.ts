import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import type { UnitGroup } from '#api/catalogue/packages/course-structure.ts'
import { findPackage } from '#api/catalogue/packages/storage.ts'
import { listUnits, type UnitRow } from '#api/catalogue/packages/unit-storage.ts'
import type { Visitor } from '#api/context.ts'
import { namingOrigin } from './agent.ts'
import { courseDecides, type Demand, type PartRule, toDemands } from './completion.ts'
import { type CourseHolder, toCourseActivityId, toJudgedUnits } from './course-activities.ts'
import type { Launch } from './launch-storage.ts'

/** A course as it was launched, with the present demands of its part or material. */
export interface JudgedCourse {
  activityId: string
  units: UnitRow[]
  demands: Demand[]
}

const ruleOf = async (ctx: Visitor, { educationPartId }: CourseHolder): Promise<PartRule> =>
  (educationPartId === null ? null : await findPartCourse(ctx.db, educationPartId)) ?? courseDecides

/**
 * Returns a course with its units and the demand on each, by the rule of its part; a course without units is one unit.
 */
export function toJudgedCourse(activityId: string, units: UnitRow[], rule: PartRule): JudgedCourse {
  const whole = { activityId, moveOn: null, masteryScore: null }
  return { activityId, units, demands: toDemands(units.length > 0 ? toJudgedUnits(activityId, units) : [whole], rule) }
}

/**
 * Loads the course, or the course of the unit, that a launch opened, with its units and the demand on each: the
 * statements that complete it.
 */
export async function loadJudgedCourse(ctx: Visitor, launch: Launch): Promise<JudgedCourse> {
  const rule = await ruleOf(ctx, launch)
  if (launch.unitPosition === null) return toJudgedCourse(launch.activityId, [], rule)
  const activityId = toCourseActivityId(namingOrigin(ctx.env), launch)
  return toJudgedCourse(activityId, await listUnits(ctx.db, launch.packageId), rule)
}

/**
 * Loads the identifier and title that the publisher gave the course; the launched activity and an empty title where
 * there are none.
 */
export async function loadPublishedCourse(ctx: Visitor, launch: Launch): Promise<UnitGroup> {
  const row = await findPackage(ctx.db, launch.packageId)
  return { identifier: row?.activityId ?? launch.activityId, title: row?.title ?? '' }
}
