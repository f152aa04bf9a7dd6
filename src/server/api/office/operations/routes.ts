import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { withinTimeout } from './check-health.ts'
import { type NewRestoreDrill, operationsCalls, type PortalStatus } from './contract.ts'
import { loadOperations } from './load-operations.ts'
import { alertRules, listBrokenRules } from './rules.ts'
import { insertDrill, readFacts } from './storage.ts'

/**
 * Checks the parts of the portal: true for each that works. It never fails, since the edge would answer with an older
 * status then. A part whose facts do not arrive within five seconds counts as broken.
 */
async function loadStatus(ctx: Visitor): Promise<PortalStatus> {
  const [facts, files] = await Promise.allSettled([withinTimeout(readFacts(ctx)), withinTimeout(ctx.files.head('-'))])
  if (facts.status === 'rejected') ctx.log.error('status.failed', facts.reason)
  // A portal that has just been started has had no run of the clock yet, and works.
  const broken =
    facts.status === 'fulfilled'
      ? listBrokenRules({ ...facts.value, lastClockRun: facts.value.lastClockRun ?? ctx.now }, ctx.now)
      : alertRules
  return {
    checked: ctx.now,
    pages: !broken.includes('errors'),
    background: !broken.includes('queue') && !broken.includes('clock'),
    files: files.status === 'fulfilled',
  }
}

function noteDrill(ctx: Ctx, drill: NewRestoreDrill) {
  const t = translator(ctx.language, 'refusals')
  if (drill.day > toPortalDay(ctx.now))
    throw new Refused('invalid_input', { fields: { day: t('invalid.completed_in_future') } })
  const { day, minutes } = drill
  return ctx.db.commit([
    insertDrill(ctx, drill),
    recordAudit(ctx, 'restoreDrill.recorded', { type: 'restoreDrill', id: day }, { minutes }),
  ])
}

export const routes = serve(operationsCalls, {
  'GET /Operations': (_input, ctx) => loadOperations(ctx),
  'POST /Operations/restoreDrills': async ({ body }, ctx) => {
    await noteDrill(ctx, body)
    return undefined
  },
  'GET /Status': (_input, ctx) => loadStatus(ctx),
})
