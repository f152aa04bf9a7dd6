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

function renewalOf(known: Learned, definition: Definition): LicenseRenewal[] {
  const { id: licenseId, rule } = definition
  const cycle = latestCycle(known, licenseId)
  if (!cycle || aimOf(known, definition) === 'first') return []
  const counted = (known.credits.get(licenseId) ?? []).filter(({ on }) => on > cycle.decidedOn && on <= known.dayOn)
  return [
    {
      licenseId,
      opensOn: opensOn(rule, cycle),
      open: isOpen(rule, cycle, known.dayOn),
      unit: rule.unit,
      mayRenew: mayRenew(known, definition),
      readiness: readinessFrom(standingTowards(known, definition)),
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
  const known = await findKnown(ctx, userId)
  if (!known) throw new Refused('not_found')
  return known.definitions.flatMap((definition) => renewalOf(known, definition))
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
    const found = await searchCycles(ctx.db, search, dayIn(ctx.now))
    return { ...found, page: body.page, pageSize: body.pageSize }
  },
  'GET /user/:id/readiness/license/:licenseId': async ({ params }, ctx) => {
    const { known, definition } = await getKnown(ctx, params.id, params.licenseId)
    return readinessFrom(standingTowards(known, definition))
  },
})
