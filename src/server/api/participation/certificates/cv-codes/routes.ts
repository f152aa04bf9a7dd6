import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { findConfiguration } from '#api/foundation/portal-configuration/storage.ts'
import { listCycles } from '#api/participation/licenses/held/storage.ts'
import {
  formatInitials,
  normalizeCode,
  toVerificationCode,
} from '#api/participation/results/certificate-codes/rules.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { toPortalDay } from '#api/zone.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import { findCurriculumVitae, findHolderName, isIdentityProtected } from '../storage.ts'
import { type CheckedCv, type CvCode, cvCodes } from './contract.ts'
import { findCvCode, findLiveCode, replaceCode, type StoredCvCode, shareCode, unshareCodes } from './storage.ts'

const signedText = (id: number, nonce: string) => `cv.${id}.${nonce}`

type LiveCode = Pick<StoredCvCode, 'id' | 'code' | 'createdAt' | 'shareNonce'>

function toCvCode({ env }: Ctx, { id, code, createdAt, shareNonce }: LiveCode): CvCode {
  const key = shareNonce && signText(env.SESSION_SECRET, signedText(id, shareNonce))
  return { code, created: createdAt, address: key && `${env.PORTAL_ORIGIN}/certificate/${code}?key=${key}` }
}

const isKey = ({ env }: Visitor, { id, shareNonce }: StoredCvCode, key: string | undefined): boolean =>
  key !== undefined && shareNonce !== null && isSigned(env.SESSION_SECRET, signedText(id, shareNonce), key)

const replaced: CheckedCv = {
  state: 'replaced',
  initials: null,
  name: null,
  educations: [],
  functions: [],
  licenses: [],
}

/** Lists the licences that are valid on the day, by name; empty where the portal shows no held licences. */
async function listValidLicenses({ db }: Visitor, userId: number, today: string): Promise<CheckedCv['licenses']> {
  const [configuration, cycles] = await Promise.all([findConfiguration(db), listCycles(db, userId, today)])
  if (!configuration?.features.includes('UserLicense')) return []
  return cycles
    .filter(({ stage }) => stage === 'active' || stage === 'grace')
    .map(({ licenseName, validTo }) => ({ name: licenseName, validTo }))
    .sort((one, other) => one.name.localeCompare(other.name, 'sv'))
}

/**
 * Checks the code of a CV for anybody, in any spelling that `normalizeCode` takes. Only the key of a live link shows
 * the full name.
 *
 * @throws Refused('not_found') when there is no such code, and for people with a protected identity.
 */
async function checkCv(ctx: Visitor, typed: string, key: string | undefined): Promise<CheckedCv> {
  const found = await findCvCode(ctx.db, normalizeCode(typed))
  if (!found) throw new Refused('not_found')
  if (found.endedAt) return replaced
  const today = toPortalDay(ctx.now)
  const [holder, cv, licenses] = await Promise.all([
    findHolderName(ctx.db, found.holderId),
    findCurriculumVitae(ctx, found.holderId),
    listValidLicenses(ctx, found.holderId, today),
  ])
  if (!holder || !cv) throw new Refused('not_found')
  const educations = cv.categories
    .flatMap((category) => category.educations)
    .filter(({ validTo }) => validTo === null || validTo >= today)
    .map(({ title, completedDate, validTo }) => ({ title, completedDate, validTo }))
    .sort((one, other) => other.completedDate.getTime() - one.completedDate.getTime())
  return {
    state: 'valid',
    initials: formatInitials(holder.firstName, holder.lastName),
    name: isKey(ctx, found, key) ? `${holder.firstName} ${holder.lastName}` : null,
    educations,
    functions: cv.functions,
    licenses,
  }
}

/**
 * Returns the caller's live code after a write.
 *
 * @throws Refused('not_found') when there is none.
 */
async function getLiveCode(ctx: Ctx): Promise<LiveCode> {
  const found = await findLiveCode(ctx.db, ctx.actor.id)
  if (!found) throw new Refused('not_found')
  return found
}

const personOf = ({ actor }: Ctx) => ({ type: 'user', id: actor.id }) as const

/**
 * Gives the caller's CV a new code, with an audit entry; the earlier code and its link stop.
 *
 * @throws Refused('not_allowed') when the caller's identity is protected.
 */
async function renew(ctx: Ctx): Promise<CvCode> {
  if (await isIdentityProtected(ctx.db, ctx.actor.id)) throw new Refused('not_allowed')
  const code = toVerificationCode(ctx.newId())
  await ctx.db.commit([...replaceCode(ctx, code), recordAudit(ctx, 'cv.codeRenewed', personOf(ctx))])
  return toCvCode(ctx, await getLiveCode(ctx))
}

/**
 * Makes the link that shows the full name, with an audit entry, or returns the existing one.
 *
 * @throws Refused('not_found') when the caller's CV has no code.
 * @throws Refused('not_allowed') when the caller's identity is protected.
 */
async function share(ctx: Ctx): Promise<CvCode> {
  const found = await getLiveCode(ctx)
  if (await isIdentityProtected(ctx.db, ctx.actor.id)) throw new Refused('not_allowed')
  if (found.shareNonce === null)
    await ctx.db.commit([shareCode(ctx, found.id), recordAudit(ctx, 'cv.shared', personOf(ctx))])
  return toCvCode(ctx, await getLiveCode(ctx))
}

/**
 * Revokes the link that shows the full name, with an audit entry.
 *
 * @throws Refused('not_found') when there is none.
 */
async function unshare(ctx: Ctx): Promise<undefined> {
  const found = await getLiveCode(ctx)
  if (found.shareNonce === null) throw new Refused('not_found')
  await ctx.db.commit([unshareCodes(ctx), recordAudit(ctx, 'cv.unshared', personOf(ctx))])
}

export const routes = serve(cvCodes, {
  'GET /cv/:code': ({ params, query }, ctx) => checkCv(ctx, params.code, query.key),
  'GET /CvCode': async (_input, ctx) => {
    const found = await findLiveCode(ctx.db, ctx.actor.id)
    return found && toCvCode(ctx, found)
  },
  'POST /CvCode': (_input, ctx) => renew(ctx),
  'POST /CvCode/share': (_input, ctx) => share(ctx),
  'DELETE /CvCode/share': (_input, ctx) => unshare(ctx),
})
