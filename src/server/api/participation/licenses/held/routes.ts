import type { Ctx } from '#api/context.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { requireFullAccess, requirePersonAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { canRenew, evaluateNextCycle, findAim, findLatestCycle } from '../issuing/rules.ts'
import { findLicenseFacts, type LicenseFactsOfUser } from '../person-storage.ts'
import { findOpeningDay, isOpenForRenewal } from '../renewal/rules.ts'
import type { LicenseDefinition } from '../rules.ts'
import { heldLicenses, type LicenseRenewal } from './contract.ts'
import { exportHolders } from './export-holders.ts'
import { getLicenseFacts, issueManually } from './issue-license.ts'
import { renewLicense, revokeLicense } from './renew-license.ts'
import { searchCycles } from './search-storage.ts'
import { listCycles } from './storage.ts'

async function cyclesOf(ctx: Ctx, userId: number) {
  await requirePersonAccess(ctx, userId)
  return listCycles(ctx.db, userId, toPortalDay(ctx.now))
}

function renewalOf(facts: LicenseFactsOfUser, definition: LicenseDefinition): LicenseRenewal[] {
  const { id: licenseId, rule } = definition
  const cycle = findLatestCycle(facts, licenseId)
  if (!cycle || findAim(facts, definition) === 'first') return []
  const counted = (facts.credits.get(licenseId) ?? []).filter(({ on }) => on > cycle.decidedOn && on <= facts.dayOn)
  return [
    {
      licenseId,
      opensOn: findOpeningDay(rule, cycle),
      open: isOpenForRenewal(rule, cycle, facts.dayOn),
      unit: rule.unit,
      mayRenew: canRenew(facts, definition),
      readiness: toReadiness(evaluateNextCycle(facts, definition)),
      credits: counted.map(({ name, category, on, amountHundredths }) => ({
        name,
        on,
        amount: amountHundredths / 100,
        category: rule.categories[category]?.name ?? '',
      })),
    },
  ]
}

async function renewalsOf(ctx: Ctx, userId: number): Promise<LicenseRenewal[]> {
  await requireFullAccess(ctx, userId)
  const facts = await findLicenseFacts(ctx, userId)
  if (!facts) throw new Refused('not_found')
  return facts.definitions.flatMap((definition) => renewalOf(facts, definition))
}

export const routes = serve(heldLicenses, {
  'GET /user/:id/Licenses': ({ params }, ctx) => cyclesOf(ctx, params.id),
  'GET /user/:id/ActiveUserLicenses': async ({ params }, ctx) =>
    (await cyclesOf(ctx, params.id)).filter(({ stage }) => stage === 'active' || stage === 'grace'),
  'GET /user/:id/LicenseRenewals': ({ params }, ctx) => renewalsOf(ctx, params.id),
  'POST /user/:id/Licenses': ({ params, body }, ctx) => issueManually(ctx, params.id, body),
  'POST /user/:id/Licenses/:licenseId/renew': ({ params: { id, licenseId }, body }, ctx) =>
    renewLicense(ctx, { userId: id, licenseId }, { reason: body.reason ?? null, cycleId: body.cycleId }),
  'POST /user/:id/Licenses/:licenseId/revoke': ({ params: { id, licenseId }, body }, ctx) =>
    revokeLicense(ctx, { userId: id, licenseId }, body.reason),
  'POST /Licenses/Search': async ({ body }, ctx) => {
    const { validOn = null, endsFrom = null, endsTo = null } = body
    const search = { ...body, validOn, endsFrom, endsTo }
    const result = await searchCycles(ctx.db, search, toPortalDay(ctx.now))
    await recordReadsById(
      ctx,
      result.items.map(({ userId }) => userId),
    )
    return { ...result, page: body.page, pageSize: body.pageSize }
  },
  'GET /Licenses/Search/export': (
    { query: { kind, validOn = null, endsFrom = null, endsTo = null, ...filter } },
    ctx,
  ) => exportHolders(ctx, { ...filter, validOn, endsFrom, endsTo }, kind),
  'GET /user/:id/readiness/license/:licenseId': async ({ params }, ctx) => {
    const { facts, definition } = await getLicenseFacts(ctx, params.id, params.licenseId)
    return toReadiness(evaluateNextCycle(facts, definition))
  },
})
