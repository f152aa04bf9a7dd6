import type { IntegrationCaller } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { checkBirthDate } from '#api/people/users/check-birth-date.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { ConstraintError } from '#platform/database.ts'
import type { GivenPerson, SavedPerson } from './contract.ts'
import { linkGuardians, readGuardians } from './link-guardians.ts'
import { matchPeople, readMemberships } from './read-person.ts'
import { comparePerson, listChangedFields, refusePerson, refuseUpdate, type StoredPerson } from './rules.ts'
import { findLink, listPlaces, loadPerson, type NewLink, type PersonLink } from './storage.ts'
import { createPerson, updatePerson } from './write-person.ts'

/** Attempts of one call, of which all but the first meet another call of the same person. */
const maxAttempts = 3

interface KnownPerson {
  link: PersonLink | null
  /** Null for a person whom the portal does not have. */
  stored: StoredPerson | null
}

/**
 * Finds the person of a call: by the account's own id, else by what it gives.
 *
 * @throws Refused('person_needs_office') for several matches, and for a person whom the account may not touch.
 */
async function findPerson(ctx: Ctx, given: GivenPerson, account: IntegrationCaller): Promise<KnownPerson> {
  const { accountId, organizationIds: roots } = account
  const link = await findLink(ctx.db, accountId, given.externalId)
  const [userId, another] = link ? [link.userId] : await matchPeople(ctx, given)
  if (userId === undefined) return { link, stored: null }
  const stored = another === undefined ? await loadPerson(ctx.db, userId, roots) : null
  if (!stored || refusePerson(stored, roots.length > 0)) throw new Refused('person_needs_office')
  return { link, stored }
}

/** Creates the refusal of an update; for a person of the register with the fields that it owns. */
function refuse(ctx: Ctx, code: 'owned_by_register' | 'person_needs_office', fields: readonly string[]): Refused {
  if (code === 'person_needs_office') return new Refused(code)
  const text = translator(ctx.language, 'refusals')('invalid.organization_registered')
  return new Refused(code, { fields: Object.fromEntries(fields.map((name) => [name, text])) })
}

/** Returns the memberships that an account has given before and may end, now that it may have other organisations. */
async function listEndable(ctx: Ctx, ids: readonly number[], roots: readonly number[]): Promise<number[]> {
  if (roots.length === 0 || ids.length === 0) return [...ids]
  const memberships = ids.map((organizationId) => ({ organizationId }))
  return (await listPlaces(ctx.db, memberships, roots)).flatMap(({ id, isOwn }) => (isOwn === 1 ? [id] : []))
}

async function update(
  ctx: Ctx,
  given: GivenPerson,
  next: NewLink,
  { link, stored }: KnownPerson,
  roots: readonly number[],
) {
  if (!stored) return null
  if (given.lastChange && given.lastChange.getTime() !== stored.changedAt.getTime())
    throw new Refused('changed_meanwhile')
  const values = { ...given, organizationIds: next.organizationIds }
  const before = link?.organizationIds ?? []
  const changes = comparePerson(values, stored, await listEndable(ctx, before, roots))
  const names = listChangedFields(changes)
  const code = refuseUpdate(stored, changes)
  if (code) throw refuse(ctx, code, names)
  const isSame = JSON.stringify(before) === JSON.stringify(next.organizationIds)
  const linkState = link ? (isSame ? 'same' : 'changed') : 'new'
  await updatePerson(ctx, stored, next, {
    update: changes,
    isLimited: roots.length > 0,
    isChanged: names.length > 0,
    linkState,
  })
  return { isChanged: names.length > 0, kept: changes.kept }
}

/** Creates the refusal of a new person whom an account with a list of organisations would not reach afterwards. */
function refuseWithoutMembership(ctx: Ctx): Refused {
  const text = translator(ctx.language, 'refusals')('invalid.too_small.array', { count: 1 })
  return new Refused('invalid_input', { fields: { memberships: text } })
}

async function attempt(ctx: Ctx, given: GivenPerson, account: IntegrationCaller): Promise<SavedPerson> {
  const { accountId, organizationIds: roots } = account
  checkBirthDate(ctx, given.birthDate)
  const organizationIds = await readMemberships(ctx, given, roots)
  const known = await findPerson(ctx, given, account)
  if (!known.stored && roots.length > 0 && organizationIds.length === 0) throw refuseWithoutMembership(ctx)
  const guardians = await readGuardians(ctx, given, accountId, roots)
  const next = { accountId, externalId: given.externalId, organizationIds }
  const updated = await update(ctx, given, next, known, roots)
  if (!updated) await createPerson(ctx, given, next, roots.length > 0)
  const link = await findLink(ctx.db, accountId, given.externalId)
  const saved = link && (await loadPerson(ctx.db, link.userId, []))
  if (!saved) throw new Refused('internal')
  const isLinked = await linkGuardians(ctx, saved, guardians)
  const isChanged = isLinked || updated?.isChanged
  return {
    id: saved.userId,
    externalId: given.externalId,
    result: updated ? (isChanged ? 'changed' : 'unchanged') : 'created',
    kept: updated?.kept ?? [],
    lastChange: saved.changedAt,
  }
}

/**
 * Creates or updates a person whom an integration account gives, with memberships and guardians, and returns whether
 * the person is created, changed or unchanged. `kept` names e-mail address or phone of a person who has signed in,
 * which differ and stay. Writes audit entries; guardians follow in commits of their own. The same body again changes
 * nothing. A call that meets another one of the same person reads again what that one has written.
 *
 * @throws Refused('not_allowed') when the caller is no integration account.
 * @throws Refused('invalid_input') at the fields that are refused, also when an account that is limited to
 * organisations gives a new person without a membership.
 * @throws Refused('person_needs_office') when several people match, or one whom the account may not touch.
 * @throws Refused('owned_by_register') at the fields that the federation's register owns.
 * @throws Refused('person_linked') when the account has given the person by another id.
 * @throws Refused('changed_meanwhile') when `lastChange` is outdated.
 * @throws Refused('guardian_not_adult'), Refused('guardian_of_adult') or Refused('guardian_requests_full').
 */
export async function savePerson(ctx: Ctx, given: GivenPerson): Promise<SavedPerson> {
  const account = ctx.actor.integration
  if (!account) throw new Refused('not_allowed')
  const primary = { ...ctx, db: ctx.db.onPrimary() }
  for (let attempts = 1; ; attempts++)
    try {
      return await attempt(primary, given, account)
    } catch (error) {
      if (!(error instanceof ConstraintError) || attempts === maxAttempts) throw error
    }
}
