import { jobs } from '#api/foundation/jobs/table.ts'
import { importBatches } from '#api/office/imports/table.ts'
import { cast } from '#story/people.ts'
import type { World } from './world.ts'

/** Adds recent background jobs, and an import by the office. */
export function addJobs({ ledger, calendar }: World): void {
  const superadministrator = cast.superadmin.id
  const job = (row: Partial<typeof jobs.$inferInsert> & { id: string; kind: string; createdAt: Date }) =>
    ledger.add(jobs, { payload: {}, runAt: row.createdAt, startedAt: row.createdAt, ...row })
  for (const day of [-3, -2, -1])
    for (const kind of ['users.shutIdle', 'licenses.daily', 'imports.forget']) {
      const at = calendar.at(day, 0)
      job({ id: `${kind} ${calendar.on(day)}`, kind, createdAt: at, finishedAt: at, state: 3, attempts: 1 })
    }
  const importedAt = calendar.at(-6, 14)
  ledger.add(importBatches, {
    id: 1,
    title: 'funktionarer-2015-2019.csv',
    uploadedByUserId: superadministrator,
    status: 2,
    rowCount: 1284,
    addedCount: 1207,
    uploadedAt: importedAt,
    changedAt: importedAt,
  })
  const long = { progressDone: 1284, progressTotal: 1284, requestedByUserId: superadministrator, attempts: 1 }
  job({ ...long, id: 'seed-import', kind: 'imports.run', createdAt: importedAt, finishedAt: importedAt, state: 3 })
  const canceledAt = calendar.at(-7, 9)
  job({
    ...long,
    id: 'seed-canceled',
    kind: 'imports.run',
    createdAt: canceledAt,
    finishedAt: canceledAt,
    state: 5,
    progressDone: 500,
  })
  const failedAt = calendar.at(-2, 8)
  job({
    id: 'seed-failed',
    kind: 'mails.send',
    payload: { messageId: 'seed-failed' },
    createdAt: failedAt,
    finishedAt: failedAt,
    state: 4,
    attempts: 5,
    error: 'Invalid RCPT TO: <kansli@forening.example> 550 no such mailbox',
  })
  job({
    id: 'seed-scheduled',
    kind: 'mails.send',
    payload: { messageId: 'seed-scheduled' },
    createdAt: calendar.at(-1, 16),
    runAt: calendar.at(1, 6),
    state: 0,
    attempts: 2,
    error: 'connect ETIMEDOUT: the mail server did not answer',
  })
}
