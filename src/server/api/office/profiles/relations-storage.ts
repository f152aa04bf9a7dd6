import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { hasAnyRole } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { hasDecidingGuardian, isDecidingGuardian, isLinkListed } from '#api/people/guardians/recipients.ts'
import type { GuardianRequest } from '#api/people/guardians/requests-storage.ts'
import { mayDecide, mayRemove } from '#api/people/guardians/rules.ts'
import { isLinkShown } from '#api/people/guardians/shown-links.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { Profile, ShownRelation } from './contract.ts'

const adult = alias(users, 'adult')
const child = alias(users, 'child')
const fullName = (person: typeof adult | typeof child) => sql<string>`${person.firstName} || ' ' || ${person.lastName}`

interface RelationQuery {
  userId: number
  actorId: number
  /** Latest date of birth of an adult today, as `yyyy-MM-dd`. */
  bornAfter: string
}

interface ViewerScope {
  /** SQL condition: the actor belongs to the office that is responsible for the child. */
  isOffice: (child: SQL) => SQL
  /** SQL condition on a row of `guardian_links`: the actor may see it. */
  isShown: SQL
}

const selectRelations = (
  { query }: QueryBuilder,
  { userId, actorId, bornAfter }: RelationQuery,
  { isOffice, isShown }: ViewerScope,
) =>
  query
    .select({
      adultUserId: guardianLinks.adultUserId,
      childUserId: guardianLinks.childUserId,
      createdByUserId: guardianLinks.createdByUserId,
      confirmedAt: guardianLinks.confirmedAt,
      relation: guardianLinks.relation,
      childAgreedAt: guardianLinks.childAgreedAt,
      // Unique aliases, because a batch returns rows keyed by column name.
      adult: fullName(adult).as('adult_name'),
      child: fullName(child).as('child_name'),
      adultBirthOn: sql<string | null>`${adult.birthOn}`.as('adult_birth_on'),
      childBirthOn: sql<string | null>`${child.birthOn}`.as('child_birth_on'),
      adultProtectedAt: sql<string | null>`${adult.protectedAt}`.as('adult_protected_at'),
      childProtectedAt: sql<string | null>`${child.protectedAt}`.as('child_protected_at'),
      isAdultExternal: sql<number>`${adult.isExternal}`.as('is_adult_external'),
      isOffice: sql<number>`${isOffice(sql`${guardianLinks.childUserId}`)}`.as('is_office'),
      isGuardian: sql<number>`${isDecidingGuardian(actorId, sql`${guardianLinks.childUserId}`, bornAfter)}`.as(
        'is_guardian',
      ),
      hasGuardian: sql<number>`${hasDecidingGuardian(sql`${guardianLinks.childUserId}`)}`.as('has_guardian'),
    })
    .from(guardianLinks)
    .innerJoin(adult, eq(adult.id, guardianLinks.adultUserId))
    .innerJoin(child, eq(child.id, guardianLinks.childUserId))
    .where(and(or(eq(guardianLinks.adultUserId, userId), eq(guardianLinks.childUserId, userId)), isShown))
    .orderBy(guardianLinks.id)

// A member reads the own links and those of a child in their care, of which they may see all but protected identities.
const selectMemberRelations = prepareQuery((db, query: { userId: number; actorId: number; bornAfter: string }) =>
  selectRelations(db, query, { isOffice: () => sql`false`, isShown: isLinkListed(query.actorId, false) }),
)

/**
 * Selects the guardian links of a person, as guardian or as ward, confirmed or not, the oldest link first; empty when
 * there are none. Each row says whether the caller administers the child (`isOffice`), and whether the caller
 * (`isGuardian`) or anybody (`hasGuardian`) is its deciding guardian. Checks no access to the person. Links that the
 * caller may not see (`isLinkShown`) are left out.
 */
export function loadRelations({ db, actor, now }: Ctx, userId: number) {
  const query = { userId, actorId: actor.id, bornAfter: latestAdultBirth(toPortalDay(now)) }
  if (!hasAnyRole(actor) && !actor.integration) return selectMemberRelations(db, query)
  return selectRelations(db, query, {
    isOffice: (id) => administers(actor, id),
    isShown: isLinkShown(actor),
  })
}

type RelationRow = Awaited<ReturnType<typeof selectRelations>>[number]

const toMoment = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Lists the guardians and wards, in the order of `rows` and without the person `userId`. The caller records that they
 * are read.
 */
export const listRelatives = (rows: readonly RelationRow[], userId: number) =>
  rows
    .flatMap((row) => [
      { id: row.adultUserId, birthOn: row.adultBirthOn, protectedAt: toMoment(row.adultProtectedAt) },
      { id: row.childUserId, birthOn: row.childBirthOn, protectedAt: toMoment(row.childProtectedAt) },
    ])
    .filter(({ id }) => id !== userId)

function toShownRelation({ actor }: Ctx, row: RelationRow): Omit<ShownRelation, 'userId' | 'name'> {
  const standing = { isOffice: row.isOffice === 1, isGuardian: row.isGuardian === 1 }
  const trust = { ...standing, isAdultExternal: row.isAdultExternal === 1 }
  const confirmed = row.confirmedAt !== null
  const childAgreed = row.childAgreedAt !== null
  return {
    confirmed,
    relation: row.relation,
    childAgreed,
    waitsFor: confirmed ? null : row.hasGuardian === 1 && !trust.isAdultExternal ? 'guardian' : 'office',
    mayConfirm: !confirmed && mayDecide(actor.id, row, trust),
    mayAgree: !confirmed && !childAgreed && actor.id === row.childUserId,
    mayRemove: mayRemove(actor.id, { ...row, confirmed }, standing),
  }
}

/** Converts an adult's own request. The reply is the same in every state, so that it does not reveal a refusal. */
const toRequestedWard = (request: GuardianRequest): ShownRelation => ({
  userId: request.childUserId,
  name: '',
  confirmed: false,
  relation: request.relation,
  childAgreed: false,
  waitsFor: 'answer',
  mayConfirm: false,
  mayAgree: false,
  mayRemove: true,
})

/**
 * Converts rows of `loadRelations` to the guardians and wards of a person, with the caller's permissions on each. When
 * the person is the caller, `requests` (to become a guardian) come last as wards without a name, in place of their
 * links. They look the same in every state, so that a refusal does not show.
 */
export function toRelations(
  ctx: Ctx,
  rows: readonly RelationRow[],
  { userId, requests }: { userId: number; requests: readonly GuardianRequest[] },
): Pick<Profile, 'guardians' | 'wards'> {
  const isOwnRequest = (row: RelationRow) =>
    row.adultUserId === ctx.actor.id && row.createdByUserId === ctx.actor.id && row.confirmedAt === null
  const guardians = rows.filter(({ childUserId }) => childUserId === userId)
  const wards = rows.filter((row) => row.adultUserId === userId && !isOwnRequest(row))
  return {
    guardians: guardians.map((row) => ({ userId: row.adultUserId, name: row.adult, ...toShownRelation(ctx, row) })),
    wards: [
      ...wards.map((row) => ({ userId: row.childUserId, name: row.child, ...toShownRelation(ctx, row) })),
      ...(userId === ctx.actor.id ? requests.map(toRequestedWard) : []),
    ],
  }
}
