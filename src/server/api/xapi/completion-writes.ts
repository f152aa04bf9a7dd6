import type { Statement as Write } from '#platform/database.ts'
import { recordAudit } from '../audit/storage.ts'
import type { Visitor } from '../context.ts'
import { findPartCourse } from '../education-parts/course-storage.ts'
import { insertMaterialCompletion } from '../educator-materials/storage.ts'
import { partCompletion } from '../results/complete-part.ts'
import { type Course, completes, scoreOf } from './completion.ts'
import type { Launch } from './launch-storage.ts'
import type { Statement } from './statement.ts'

/** When it happened by the course's clock, unless that clock is off: before the launch, or ahead of ours. */
function momentOf(statement: Statement, launch: Launch, now: Date): Date {
  const told = new Date(statement.timestamp ?? now)
  return told >= launch.createdAt && told <= now ? told : now
}

function materialWrites(ctx: Visitor, launch: Launch, materialId: number, at: Date): Write[] {
  return [
    insertMaterialCompletion(ctx.db, { educatorMaterialId: materialId, userId: launch.userId, completedAt: at }),
    recordAudit(
      ctx,
      'educatorMaterial.completed',
      { type: 'educatorMaterial', id: materialId },
      { userId: launch.userId },
    ),
  ]
}

/** The writes by which a batch completes the launched part or material; none when it does not. Harmless to repeat. */
export async function completionWrites(
  statements: readonly Statement[],
  launch: Launch,
  ctx: Visitor,
): Promise<Write[]> {
  // The strictness of the part is only asked for when something could complete it at all.
  const candidates = statements.filter((one) => completes(one, { activityId: launch.activityId, passRequired: false }))
  if (candidates.length === 0) return []
  const course: Course = { activityId: launch.activityId, passRequired: false }
  if (launch.educationPartId !== null)
    course.passRequired = (await findPartCourse(ctx.db, launch.educationPartId))?.passRequired ?? false
  const completing = candidates.find((one) => completes(one, course))
  if (!completing) return []
  const completedAt = momentOf(completing, launch, ctx.now)
  if (launch.educatorMaterialId !== null) return materialWrites(ctx, launch, launch.educatorMaterialId, completedAt)
  if (launch.educationPartId === null) return []
  const score = candidates.map(scoreOf).find((told) => told !== null) ?? null
  return partCompletion(ctx, { userId: launch.userId, educationPartId: launch.educationPartId, completedAt, score })
}
