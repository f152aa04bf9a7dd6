import type { Ctx } from '#api/context.ts'
import { readinessFrom } from '#api/participation/readiness/show-readiness.ts'
import { mustKnow, mustSeeAll } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { dayIn } from '#api/zone.ts'
import { aimOf, latestCycle, mayRenew, standingTowards } from '../issuing/rules.ts'
import { findKnown, type Learned } from '../person-storage.ts'
import { isOpen, opensOn } from '../renewal/rules.ts'
import type { Definition } from '../rules.ts'
import { heldLicenses, type LicenseRenewal } from './contract.ts'
import { getKnown, issueByHand } from './issue-license.ts'
import { renewLicense, revokeLicense } from './renew-license.ts'
import { listCycles, searchCycles } from './storage.ts'

async function cyclesOf(ctx: Ctx, userId: number) {
  await mustKnow(ctx, userId)
  return listCycles(ctx.db, userId, dayIn(ctx.now))
}

function renewalOf(facts: Learned, definition: Definition): LicenseRenewal[] {
  const { id: licenseId, rule } = definition
  const cycle = latestCycle(facts, licenseId)
  if (!cycle || aimOf(facts, definition) === 'first') return []
  const counted = (facts.credits.get(licenseId) ?? []).filter(({ on }) => on > cycle.decidedOn && on <= facts.dayOn)
  return [
    {
      licenseId,
      opensOn: opensOn(rule, cycle),
      open: isOpen(rule, cycle, facts.dayOn),
      unit: rule.unit,
      mayRenew: mayRenew(facts, definition),
      readiness: readinessFrom(standingTowards(facts, definition)),
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
  await mustSeeAll(ctx, userId)
  const facts = await findKnown(ctx, userId)
  if (!facts) throw new Refused('not_found')
  return facts.definitions.flatMap((definition) => renewalOf(facts, definition))
}

export const routes = serve(heldLicenses, {
  'GET /user/:id/Licenses': ({ params }, ctx) => cyclesOf(ctx, params.id),
  'GET /user/:id/ActiveUserLicenses': async ({ params }, ctx) =>
    (await cyclesOf(ctx, params.id)).filter(({ stage }) => stage === 'active' || stage === 'grace'),
  'GET /user/:id/LicenseRenewals': ({ params }, ctx) => renewalsOf(ctx, params.id),
  'POST /user/:id/Licenses': ({ params, body }, ctx) => issueByHand(ctx, params.id, body),
  'POST /user/:id/Licenses/:licenseId/renew': ({ params: { id, licenseId }, body }, ctx) =>
    renewLicense(ctx, { userId: id, licenseId }, body.reason ?? null),
  'POST /user/:id/Licenses/:licenseId/revoke': ({ params: { id, licenseId }, body }, ctx) =>
    revokeLicense(ctx, { userId: id, licenseId }, body.reason),
  'POST /Licenses/Search': async ({ body }, ctx) => {
    const search = { ...body, validOn: body.validOn ?? null }
    const result = await searchCycles(ctx.db, search, dayIn(ctx.now))
    return { ...result, page: body.page, pageSize: body.pageSize }
  },
  'GET /user/:id/readiness/license/:licenseId': async ({ params }, ctx) => {
    const { facts, definition } = await getKnown(ctx, params.id, params.licenseId)
    return readinessFrom(standingTowards(facts, definition))
  },
})
