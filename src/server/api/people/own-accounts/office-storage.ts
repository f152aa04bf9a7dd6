import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { hasResetHold } from '#api/people/email-changes/storage.ts'
import { administers, selectBranchIds } from '#api/people/reach/within-reach.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import type { Database } from '#platform/database.ts'
import { hasOtherBirthday, hasOtherNumber, type IdentityValues, selectIdentityIds } from './identity-matches.ts'
import { isUnclaimed, selectAddressIds } from './matches-storage.ts'
import type { IdentityProvider } from './rules.ts'

/** Highest number of requests of a kind in a reply. */
const maxListed = 100

/**
 * SQL condition: the organisation is in a branch of the actor. Null is in none, except for an actor without a branch.
 */
function isOwnOrganization(actor: Actor, organizationId: SQL): SQL {
  const roots = getAdministeredRoots(actor)
  return roots === null ? sql`true` : sql`${organizationId} in ${selectBranchIds(roots)}`
}

/** SQL condition: nobody with a protected identity has the e-mail address of the row `request_row`, then or now. */
const hasNoProtectedMatch = sql`request_row.is_protected_match = 0 and not exists (
  select 1 from protected_identities hidden_match where lower(hidden_match.email) = lower(request_row.email))`

/**
 * SQL condition: the actor may see and decide the row `request_row` of `account_requests`. Only superadministrators may
 * while somebody with a protected identity has the e-mail address.
 */
const isOwnAccountRequest = (actor: Actor): SQL =>
  sql`(${isOwnOrganization(actor, sql`request_row.organization_id`)}
    and ${isSuperadministrator(actor) ? sql`true` : hasNoProtectedMatch})`

/**
 * SQL condition: the actor may see and decide the row `request_row` of `membership_requests` of the row `known_person`
 * of `users`.
 */
const isOwnMembershipRequest = (actor: Actor): SQL =>
  sql`(${isOwnOrganization(actor, sql`request_row.organization_id`)}
    and ${isSuperadministrator(actor) ? sql`true` : sql`known_person.protected_at is null`})`

/** The identified person of the row `request_row` of `account_requests`; without an identification the hash is null. */
const identityOfRequest: IdentityValues = {
  personHash: sql`request_row.personal_number_hash`,
  firstName: sql`request_row.first_name`,
  lastName: sql`request_row.last_name`,
  birthOn: sql`request_row.birth_on`,
}

/**
 * SQL condition: the row `known_person` of `users` may be the person of the row `request_row` of `account_requests`: by
 * the e-mail address, and of an identified person also by name and date of birth, or the number in the register.
 * Another number or another date of birth than the identified one is somebody else. The ids come first, so that each
 * request searches indexes and does not read all people.
 */
const mayBePerson = sql`known_person.id in (${selectAddressIds(sql`request_row.email`)} union ${selectIdentityIds(identityOfRequest)})
  and known_person.erased_at is null and (request_row.personal_number_hash is null
    or not (${hasOtherNumber(identityOfRequest)} or ${hasOtherBirthday(identityOfRequest)}))`

/**
 * SQL condition: the row `known_person` of `users` can be given the account of the row `request_row` of
 * `account_requests`, and the actor administers them. After a change of the e-mail address by another person, who may
 * be the actor, only superadministrators may for 72 hours.
 */
const isCandidate = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>): SQL =>
  sql`(${mayBePerson} and ${isUnclaimed} and ${administers(actor, sql`known_person.id`)}
    and ${isSuperadministrator(actor) ? sql`true` : sql`not ${hasResetHold(sql`known_person.id`, now)}`})`

interface AccountRow {
  id: number
  name: string
  email: string
  birthDate: string
  organization: string | null
  identifiedBy: IdentityProvider | null
  created: string
  /** JSON of the people. */
  candidates: string
}

const inOrganization = (organizationId: number | undefined) =>
  organizationId === undefined ? sql`true` : sql`request_row.organization_id = ${organizationId}`

/**
 * Lists the requests for an account under review that the actor may decide, the oldest first; at most 100. `candidates`
 * (JSON text) are active people with the same e-mail address who have never had a password or signed in and whom the
 * actor administers, without those under a reset hold. With an `organizationId` only requests for that club.
 */
export const listAccountRequests = (ctx: Pick<Ctx, 'actor' | 'db' | 'now'>, organizationId: number | undefined) =>
  ctx.db.rows<AccountRow>(sql`
    select request_row.id, request_row.first_name || ' ' || request_row.last_name as name, request_row.email, request_row.birth_on as birthDate, o.name as organization,
      request_row.identified_by as identifiedBy, request_row.created_at as created,
      (select json_group_array(json_object('id', known_person.id, 'name', known_person.first_name || ' ' || known_person.last_name, 'birthDate', known_person.birth_on))
        from users known_person where ${isCandidate(ctx)}) as candidates
    from account_requests request_row left join organizations o on o.id = request_row.organization_id
    where request_row.state = 'review' and request_row.settled_at is null and ${isOwnAccountRequest(ctx.actor)} and ${inOrganization(organizationId)}
    order by request_row.created_at, request_row.id limit ${maxListed}`)

interface MembershipRow {
  id: number
  userId: number
  name: string
  birthDate: string | null
  organizationId: number
  organization: string
  created: string
}

/**
 * Lists the undecided requests for membership of organisations that the actor may decide, the oldest first; at most
 * 100. With an `organizationId` only those for that organisation.
 */
export const listMembershipRequests = (db: Database, actor: Actor, organizationId: number | undefined) =>
  db.rows<MembershipRow>(sql`
    select request_row.id, known_person.id as userId, known_person.first_name || ' ' || known_person.last_name as name, known_person.birth_on as birthDate,
      request_row.organization_id as organizationId, o.name as organization, request_row.created_at as created
    from membership_requests request_row join users known_person on known_person.id = request_row.user_id join organizations o on o.id = request_row.organization_id
    where request_row.decided_at is null and known_person.erased_at is null and ${isOwnMembershipRequest(actor)}
      and ${inOrganization(organizationId)}
    order by request_row.created_at, request_row.id limit ${maxListed}`)

const exists = async (db: Database, query: SQL) => (await db.rows(query)).length > 0

/**
 * Returns whether the request for an account is the actor's to decide, also once it is decided; false while it waits
 * for a guardian.
 */
export const mayDecideAccount = (db: Database, actor: Actor, id: number) =>
  exists(
    db,
    sql`select 1 as found from account_requests request_row
      where request_row.id = ${id} and request_row.state in ('review', 'opened', 'declined') and ${isOwnAccountRequest(actor)}`,
  )

/**
 * Returns whether the request for membership is the actor's to decide, also once it is decided; false for an unknown
 * id.
 */
export const mayDecideMembership = (db: Database, actor: Actor, id: number) =>
  exists(
    db,
    sql`select 1 as found from membership_requests request_row join users known_person on known_person.id = request_row.user_id
      where request_row.id = ${id} and ${isOwnMembershipRequest(actor)}`,
  )

/**
 * Whether the actor may give a person the account of a request. The person must have its e-mail address, or be the
 * identified one, never have signed in and be administered by the actor. Only a superadministrator may for 72 hours
 * after another person changed the person's e-mail address.
 */
export const mayReceiveAccount = (ctx: Ctx, userId: number, requestId: number) =>
  exists(
    ctx.db,
    sql`select 1 as found from account_requests request_row join users known_person on known_person.id = ${userId}
      where request_row.id = ${requestId} and ${isCandidate(ctx)}`,
  )
