import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isAdministrator } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { administers, canSeeAll, looksAfter } from '#api/people/reach/within-reach.ts'
import { membershipsColumn } from '#api/people/users/storage.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Candidate, CandidateSearch } from './contract.ts'
import { refuseCandidates } from './rules.ts'
import { limitSearches, recordSearch } from './searches.ts'

/** Highest number of candidates in a reply: enough to choose from, too few to read the register. */
const maxCandidates = 10
/** Highest number of searches within ten minutes. Each pause in typing is a search. */
const maxSearches = 60

/** SQL condition: the name matches. Searches only names, so that nobody can find the owner of an e-mail address. */
const nameMatches = (searchString: string): SQL => {
  const words = toQueryWords(searchString)
  if (words.length === 0) return sql`false`
  return sql`users.id in (select rowid from users_words where users_words match ${`{name} : (${toPrefixMatch(words)})`})`
}

async function loadPerson(ctx: Ctx, id: number) {
  const own = id === ctx.actor.id
  const [row] = await ctx.db.query
    .select({
      birthOn: users.birthOn,
      looksAfter: sql<number>`${looksAfter(ctx.actor, id)}`.as('looks_after'),
      sees: sql<number>`${canSeeAll(ctx.actor, id)}`.as('sees'),
    })
    .from(users)
    .where(eq(users.id, id))
  if (!row) throw new Refused('not_found')
  return { birthOn: row.birthOn, looksAfter: row.looksAfter === 1, sees: row.sees === 1, own }
}

/**
 * SQL condition: adults that the child may name. Adults from outside the federation are included only for callers who
 * look after the child.
 */
function adults(childId: number, ofAge: string, withExternal: boolean): SQL {
  return sql`users.birth_on <= ${ofAge} and (users.is_external = 0 or ${withExternal ? sql`true` : sql`false`})
    and not exists (select 1 from guardian_links g where g.child_user_id = ${childId} and g.adult_user_id = users.id)`
}

/**
 * SQL condition: children, or people of unknown age, in the caller's branch. Reads the branch instead of each child's
 * educations.
 */
const children = (ctx: Ctx, adultId: number, ofAge: string): SQL =>
  sql`(users.birth_on is null or users.birth_on > ${ofAge}) and ${administers(ctx.actor, sql`users.id`)}
    and not exists (select 1 from guardian_links g where g.adult_user_id = ${adultId} and g.child_user_id = users.id)`

const inSameClub = (id: number) => sql`exists (select 1 from user_organizations a
  join user_organizations b on b.organization_id = a.organization_id where a.user_id = users.id and b.user_id = ${id})`

/**
 * Lists at most ten people who may become the guardian or the ward of a person, those of the same club first, then by
 * name. `as` says which of the two. Searches the beginnings of names only, and leaves out inactive people, protected
 * identities and existing links.
 *
 * External adults are found only for callers who look after the person, wards only in the caller's branch. Searches by
 * callers who do not look after the person are recorded in the audit log, with the ids found.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed'), Refused('guardian_of_adult') or Refused('guardian_not_adult') as `refuseCandidates`
 * decides.
 * @throws Refused('too_many_requests') after 60 recorded searches within ten minutes.
 */
export async function findCandidates(
  ctx: Ctx,
  id: number,
  { searchString, as }: CandidateSearch,
): Promise<Candidate[]> {
  const person = await loadPerson(ctx, id)
  const ofAge = latestAdultBirth(toPortalDay(ctx.now))
  const refusal = refuseCandidates(as, { ...person, office: isAdministrator(ctx.actor) }, ofAge)
  if (refusal) throw new Refused(refusal)
  // Searches of those who look after the child are not logged, because they can list these people anyway.
  const isLogged = !person.looksAfter
  if (isLogged) await limitSearches(ctx, maxSearches)
  const isCandidate = as === 'guardian' ? adults(id, ofAge, person.looksAfter) : children(ctx, id, ofAge)
  const rows = await ctx.db.query
    .select({ user: users, memberships: membershipsColumn })
    .from(users)
    .where(
      and(
        nameMatches(searchString),
        sql`users.id <> ${id} and users.inactive_at is null and users.protected_at is null`,
        isCandidate,
      ),
    )
    .orderBy(sql`${inSameClub(id)} desc`, users.nameKey)
    .limit(maxCandidates)
  const found = rows.map(({ user }) => user)
  if (isLogged) await ctx.db.commit([recordSearch(ctx, id, { searchString, found })])
  return rows.map(({ user, memberships: organizations }) => ({
    id: user.id,
    name: `${user.firstName} ${user.lastName}`,
    pictureUrl: personPictureUrl(ctx, user.pictureFileId),
    birthYear: user.birthOn ? Number(user.birthOn.slice(0, 4)) : null,
    organizations: user.isExternal ? {} : (JSON.parse(organizations) as Record<string, string>),
  }))
}
