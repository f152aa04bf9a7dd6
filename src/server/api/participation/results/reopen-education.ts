import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Statement } from '#platform/database.ts'
import { educationResults } from './table.ts'

interface TakenBack {
  userId: number
  educationPartId: number
  /** When the part had been completed; empty: it never was. */
  completedAt: Date | null
}

/**
 * The results by which the part completed its educations, those of the portal's own making: each is the first completion
 * since the part's, and no other result of the part stands for it. What was registered by hand or imported is nobody's to reopen.
 */
const completedBy = ({ userId, educationPartId }: TakenBack, completedAt: string): SQL => sql`
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

/** An education does not stay completed by a part whose result has been taken back; for a commit that has taken it back. */
export function reopenEducations(ctx: Ctx, taken: TakenBack): Statement[] {
  if (!taken.completedAt) return []
  const completed = completedBy(taken, taken.completedAt.toISOString())
  const reopened = sql`select c.education_id id, json_object('userId', c.user_id, 'completedAt', c.completed_at,
    'verificationCode', c.verification_code) data from (${completed}) c`
  return [
    recordAuditOfEach(ctx, 'educationResult.reopened', 'education', reopened),
    // One that waits already stands for it: there is one open result of each.
    ctx.db.query.delete(educationResults).where(sql`user_id = ${taken.userId} and completed = 0
      and education_id in (select c.education_id from (${completed}) c)`),
    ctx.db.query
      .update(educationResults)
      .set({ completed: false, completedAt: null, verificationCode: null, validToOn: null, changedAt: ctx.now })
      .where(sql`id in (select c.id from (${completed}) c)`),
    queueJob(ctx, 'licenses.reassess', { userId: taken.userId, educationPartId: taken.educationPartId }),
  ]
}
