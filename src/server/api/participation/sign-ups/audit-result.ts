import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import type { Statement } from '#platform/database.ts'
import type { ResultToChange } from './result-to-change.ts'

/**
 * Returns the statement that writes the audit entry of a change to a result, with its person, part and occasion only.
 * The changed values are not in it.
 */
export function auditResult(ctx: Ctx, { result }: ResultToChange, action: AuditAction): Statement {
  const { id, userId, educationPartId, occasionId } = result
  return recordAudit(ctx, action, { type: 'result', id }, { userId, educationPartId, occasionId })
}
