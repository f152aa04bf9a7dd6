import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Statement } from '#platform/database.ts'
import { educationResults } from './table.ts'

interface RetractedCompletion {
  userId: number
  educationPartId: number
  /** When the part was completed before; null when it was not. */
  completedAt: Date | null
}

/**
 * SQL: the education results that the retracted completion led to. Each is the first completion of its education since
 * the part was completed, no other result completes the part, and the portal made it (`source` 0): manual and imported
 * results stay.
 */
const completedBy = ({ userId, educationPartId }: RetractedCompletion, completedAt: string): SQL => sql`
  select e.* from education_results e
  join ${partsOfEducations} l on l.education_id = e.education_id and l.education_part_id = ${educationPartId}
  join ${educationPartsView} p on p.id = l.education_part_id and p.mandatory = 1
  where e.user_id = ${userId} and e.completed = 1 and e.source = 0 and e.completed_at >= ${completedAt}
    and not exists (select 1 from education_results b where b.user_id = e.user_id and b.education_id = e.education_id
      and b.completed = 1 and b.completed_at >= ${completedAt} and b.completed_at < e.completed_at)
    and not exists (select 1 from education_part_results r where r.user_id = e.user_id
      and r.education_part_id = ${educationPartId} and r.completed = 1 and r.canceled = 0 and r.completed_at <= e.completed_at
      and r.completed_at > coalesce((select max(b.completed_at) from education_results b where b.user_id = e.user_id
        and b.education_id = e.education_id and b.completed = 1 and b.completed_at < e.completed_at), ''))`

/**
 * Returns the statements that reopen the educations that a retracted completion of a part led to, for the commit that
 * retracts it. None when the part was not completed. Educations completed by hand or by an import stay. An open result
 * of such an education is deleted, since the reopened one replaces it; triggers withdraw the certificates. They write
 * an audit entry for each and queue a job that assesses the person's licences.
 */
export function reopenEducations(ctx: Ctx, retracted: RetractedCompletion): Statement[] {
  if (!retracted.completedAt) return []
  const completed = completedBy(retracted, retracted.completedAt.toISOString())
  const reopened = sql`select c.education_id id, json_object('userId', c.user_id, 'completedAt', c.completed_at,
    'verificationCode', c.verification_code) data from (${completed}) c`
  return [
    recordAuditOfEach(ctx, 'educationResult.reopened', 'education', reopened),
    // A unique index allows one open result per education: the reopened one replaces it.
    ctx.db.query.delete(educationResults).where(sql`user_id = ${retracted.userId} and completed = 0
      and education_id in (select c.education_id from (${completed}) c)`),
    ctx.db.query
      .update(educationResults)
      .set({ completed: false, completedAt: null, verificationCode: null, validToOn: null, changedAt: ctx.now })
      .where(sql`id in (select c.id from (${completed}) c)`),
    queueJob(ctx, 'licenses.reassess', { userId: retracted.userId, educationPartId: retracted.educationPartId }),
  ]
}
