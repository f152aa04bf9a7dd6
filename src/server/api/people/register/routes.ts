import type { SQL } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { startJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { hasPeopleRegister } from './configured-register.ts'
import { type RegisterRun, type RegisterStatus, register } from './contract.ts'
import { runStates } from './rules.ts'
import { findLatestRun, findLiveRun, listRefusedRows, type Run } from './run-storage.ts'

const maxRefusedRows = 200

const stateNames = ['reading', 'applying', 'done', 'refused', 'failed'] as const

type StoredRow = Awaited<ReturnType<typeof listRefusedRows>>[number]

function toRefusedRow({ position, externalId, person, reason }: StoredRow): RegisterRun['refusedRows'][number] {
  const name = person.firstName && !person.isProtected ? `${person.firstName} ${person.lastName}` : null
  return {
    position,
    externalId: externalId.startsWith('row ') ? null : externalId,
    name,
    reason: reason ?? 'rowInvalid',
  }
}

/** Returns the state of a read; a read whose job has ended before it has failed. */
const stateOf = (run: Run, isLive: boolean): RegisterRun['state'] =>
  run.state <= runStates.applying && !isLive ? 'failed' : stateNames[run.state]

async function toRegisterRun(ctx: Ctx, run: Run): Promise<RegisterRun> {
  const [live, refusedRows] = await Promise.all([findLiveRun(ctx.db), listRefusedRows(ctx.db, run.id, maxRefusedRows)])
  return {
    state: stateOf(run, live?.id === run.id),
    isFull: run.isFull,
    started: run.startedAt,
    finished: run.finishedAt,
    reason: run.reason,
    read: run.readCount,
    new: run.newCount,
    changed: run.changedCount,
    unchanged: Math.max(0, run.readCount - run.newCount - run.changedCount - run.refusedCount),
    refused: run.refusedCount,
    missing: run.isFull ? Math.max(0, run.knownCount - run.seenCount) : null,
    minors: run.minorCount,
    refusedRows: refusedRows.map(toRefusedRow),
  }
}

async function getStatus(ctx: Ctx): Promise<RegisterStatus> {
  const run = await findLatestRun(ctx.db)
  return { isConnected: hasPeopleRegister(ctx), run: run && (await toRegisterRun(ctx, run)) }
}

/**
 * Starts a job that reads the whole register, with an audit entry; returns the id of the job that is under way if there
 * is one.
 * @throws Refused('register_missing') when no register is connected.
 */
async function startSync(ctx: Ctx): Promise<{ jobId: string }> {
  if (!hasPeopleRegister(ctx)) throw new Refused('register_missing')
  const kind = 'register.sync'
  const audit = (isNew: SQL) => recordAuditWhen(ctx, isNew, 'job.daily', { type: 'job', id: kind })
  return { jobId: await startJob(ctx, kind, { isFull: true }, { key: `daily:${kind}`, audit }) }
}

export const routes = serve(register, {
  'GET /PeopleRegister': (_input, ctx) => getStatus(ctx),
  'POST /PeopleRegister/sync': (_input, ctx) => startSync(ctx),
})
