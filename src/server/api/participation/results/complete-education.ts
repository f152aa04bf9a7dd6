import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Statement } from '#platform/database.ts'
import { toVerificationCode } from './certificate-codes/rules.ts'
import { markEducationCompleted, openEducationResult } from './storage.ts'

const hasCode = (code: string): SQL => sql`exists (select 1 from education_results where verification_code = ${code})`

/**
 * Returns the statements that complete an education for a person when the commit completes its last mandatory part
 * (spec G-030); they go behind that. Parts completed before its last completion do not count; an education without
 * mandatory parts is not completed so.
 *
 * They write an audit entry when it is completed. The job `results.educationCompleted` is queued in any case and does
 * nothing otherwise. The condition is checked in SQL: two parts that are completed concurrently would otherwise both
 * miss the other one.
 */
export function completeEducation(ctx: Visitor, userId: number, educationId: number): Statement[] {
  const code = toVerificationCode(ctx.newId())
  return [
    openEducationResult(ctx, userId, educationId),
    markEducationCompleted(ctx, { userId, educationId, code }),
    recordAuditWhen(
      ctx,
      hasCode(code),
      'educationResult.completed',
      { type: 'education', id: educationId },
      { userId },
    ),
    queueJob(ctx, 'results.educationCompleted', { code }),
  ]
}
