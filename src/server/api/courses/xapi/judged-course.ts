import { findPartCourse } from '#api/catalogue/education-parts/course-storage.ts'
import type { UnitGroup } from '#api/catalogue/packages/course-structure.ts'
import { findPackage } from '#api/catalogue/packages/storage.ts'
import { listUnits, type UnitRow } from '#api/catalogue/packages/unit-storage.ts'
import type { Visitor } from '#api/context.ts'
import { namingOrigin } from './agent.ts'
import { asTheCourseSays, type Demand, demandsOf, type PartRule } from './completion.ts'
import { type CourseHolder, judgedUnits, ownActivityId } from './course-activities.ts'
import type { Launch } from './launch-storage.ts'

/** A course as it was launched, with what its holder asks of it today. */
export interface JudgedCourse {
  activityId: string
  units: UnitRow[]
  demands: Demand[]
}

const ruleOf = async (ctx: Visitor, { educationPartId }: CourseHolder): Promise<PartRule> =>
  (educationPartId === null ? null : await findPartCourse(ctx.db, educationPartId)) ?? asTheCourseSays

export function judgedCourse(activityId: string, units: UnitRow[], rule: PartRule): JudgedCourse {
  const whole = { activityId, moveOn: null, masteryScore: null }
  return { activityId, units, demands: demandsOf(units.length > 0 ? judgedUnits(activityId, units) : [whole], rule) }
}

/** The course that a launch opened, or a unit of it. */
export async function courseOf(ctx: Visitor, launch: Launch): Promise<JudgedCourse> {
  const rule = await ruleOf(ctx, launch)
  if (launch.unitPosition === null) return judgedCourse(launch.activityId, [], rule)
  const activityId = ownActivityId(namingOrigin(ctx.env), launch)
  return judgedCourse(activityId, await listUnits(ctx.db, launch.packageId), rule)
}

/** The course as its publisher calls it. */
export async function publishedCourse(ctx: Visitor, launch: Launch): Promise<UnitGroup> {
  const row = await findPackage(ctx.db, launch.packageId)
  return { identifier: row?.activityId ?? launch.activityId, title: row?.title ?? '' }
}
