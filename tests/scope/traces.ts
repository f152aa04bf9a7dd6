import { xapiStatements } from '#api/courses/xapi/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import { payments } from '#api/money/payments/table.ts'
import { unchecked } from '../../src/unchecked.ts'
import { database } from '../portal.ts'

/** Inserts the rows of a person that are not of the learning: a mail, a job, an edit, a statement and a payment. */
export async function insertTraces(userId: number): Promise<void> {
  const { query } = database()
  const now = new Date()
  const mail = { recipient: 'barn@example.se', subject: 'Kallelse', body: 'Hej', messageId: `traces-${userId}` }
  await query.insert(outboxMails).values({ ...mail, userId, createdAt: now })
  const job = { id: crypto.randomUUID(), kind: 'mails.send', payload: {}, state: jobStates.failed, attempts: 1 }
  await query.insert(jobs).values({ ...job, requestedByUserId: userId, createdAt: now, runAt: now })
  const about = { targetType: 'user', targetId: String(userId), action: 'user.edited', data: {}, requestId: 'r' }
  await query.insert(auditEntries).values({ ...about, at: now })
  const statement = { id: crypto.randomUUID(), verb: 'http://adlnet.gov/expapi/verbs/passed', storedAt: now }
  // The export returns the statement as it is stored.
  await query.insert(xapiStatements).values({ ...statement, userId, statement: unchecked({}) })
  const paid = { status: 2 as const, amountMinor: 100, vatMinor: 0, provider: 'local' as const, receiptNumber: 1 }
  const moments = { expiresAt: now, termsAcceptedAt: now, createdAt: now, changedAt: now, paidAt: now }
  const id = crypto.randomUUID()
  const plan = { signUp: unchecked<SignUpPayload>({}), seats: [], rows: [] }
  await query.insert(payments).values({ id, userId, idempotencyKey: id, ...paid, ...plan, ...moments })
}
