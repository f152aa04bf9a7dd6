import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import type { Statement } from '#platform/database.ts'
import type { ResultToChange } from './result-to-change.ts'

/** Writes the audit entry of a change to a result. */
export function auditResult(ctx: Ctx, { result }: ResultToChange, action: AuditAction): Statement {
  const { id, userId, educationPartId, occasionId } = result
  return recordAudit(ctx, action, { type: 'result', id }, { userId, educationPartId, occasionId })
}
