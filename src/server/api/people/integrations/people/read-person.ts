import type { Ctx } from '#api/context.ts'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { listByExternalId, listByNumber, listByTraits } from '#api/people/member-imports/lookup-storage.ts'
import { parsePersonalNumber } from '#api/people/member-imports/rules.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { sortKeyOf } from '#locales/sort-key.ts'
import { translator } from '#locales/translate.ts'
import type { GivenPerson } from './contract.ts'
import { listPlaces } from './storage.ts'

/** Reasons at fields; each has its text in `refusals`. */
type FieldReason = 'unknown_reference' | 'organization_beyond_account' | 'personal_number' | 'guardian_unknown'

/**
 * Returns the refusal `invalid_input` at fields of the body, by their names, with texts in the language of the call.
 * Does not throw it.
 */
export function refuseFields(ctx: Ctx, reasons: Record<string, FieldReason>): Refused {
  const t = translator(ctx.language, 'refusals')
  const fields = Object.fromEntries(Object.entries(reasons).map(([name, reason]) => [name, t(`invalid.${reason}`)]))
  return new Refused('invalid_input', { fields })
}

/**
 * Returns the ids of the organisations of the memberships that an integration account gives, each once, in ascending
 * order. `roots` are the organisations that the account is limited to; empty for no limit.
 *
 * @throws Refused('invalid_input') at the memberships that are unknown, inactive or outside the account's
 * organisations.
 */
export async function readMemberships(ctx: Ctx, { memberships }: GivenPerson, roots: readonly number[]) {
  const places = await listPlaces(ctx.db, memberships, roots)
  const faults: Record<string, FieldReason> = {}
  const ids = memberships.flatMap((_, at) => {
    const place = places.find((one) => one.at === at)
    if (!place) faults[`memberships.${at}`] = 'unknown_reference'
    else if (place.isOwn === 0) faults[`memberships.${at}`] = 'organization_beyond_account'
    return place ? [place.id] : []
  })
  if (Object.keys(faults).length > 0) throw refuseFields(ctx, faults)
  return [...new Set(ids)].sort((one, other) => one - other)
}

/** Returns the hash of the personal number of a body; null without one, and where the portal has no key for it. */
async function readNumber(ctx: Ctx, { personalNumber, birthDate }: GivenPerson): Promise<string | null> {
  if (!personalNumber) return null
  const parsed = parsePersonalNumber(personalNumber, toPortalDay(ctx.now))
  if (parsed?.birthOn !== birthDate) throw refuseFields(ctx, { personalNumber: 'personal_number' })
  const secret = ctx.env.PERSONAL_NUMBER_SECRET
  return secret ? hashPersonalNumber(secret, parsed.number) : null
}

/**
 * Finds the ids of the people whom the body of an integration account may be about, in no order. There is none for a
 * new person, and more than one means that nobody can tell. Recognised are the personal number, else the IdrottsID,
 * else name, date of birth and e-mail address, never the name alone. Without the portal's key a personal number
 * recognises nobody.
 *
 * @throws Refused('invalid_input') at `personalNumber` when it is no personal number, or not of `birthDate`.
 */
export async function matchPeople(ctx: Ctx, given: GivenPerson): Promise<number[]> {
  const numberHash = await readNumber(ctx, given)
  const { firstName, lastName, birthDate: birthOn, externalPersonId } = given
  const email = given.email ?? ''
  const traits = { key: '', firstName, lastName, nameKey: sortKeyOf(`${lastName} ${firstName}`), birthOn, email }
  const [byNumber, byId, byTraits] = await Promise.all([
    numberHash ? listByNumber(ctx.db, [numberHash]) : [],
    externalPersonId ? listByExternalId(ctx.db, [externalPersonId]) : [],
    listByTraits(ctx.db, [traits]),
  ])
  const bySameEmail = byTraits.filter(({ isSameEmail }) => isSameEmail === 1)
  const found = [byNumber, byId, bySameEmail].find((rows) => rows.length > 0) ?? []
  return [...new Set(found.map(({ userId }) => userId))]
}
