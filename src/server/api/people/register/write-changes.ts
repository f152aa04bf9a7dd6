import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { removeUnsentMailsTo } from '#api/foundation/mails/storage.ts'
import { removeSessionsOfUsers } from '#api/people/authentication/storage.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import {
  activateAccounts,
  deactivateAccounts,
  insertMembershipPairs,
  makeMembers,
  removeMembershipPairs,
  updateAccounts,
  updateIdentities,
} from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import type { Statement } from '#platform/database.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { KnownPerson, PersonChange } from './decide.ts'

export interface ChangedPerson {
  externalId: string
  known: KnownPerson
  change: PersonChange
}

/** Returns whether a person's identity is protected once the register's change is made. */
export const isHiddenAfter = ({ known, change }: ChangedPerson): boolean =>
  change.protection === null ? known.protection !== null : change.protection === 'protect'

const forEachPiece = (values: readonly object[], write: (piece: string) => Statement[]): Statement[] =>
  toJsonParameters(values).flatMap(write)

const newName = ({ known, change: { fields } }: ChangedPerson) =>
  fields.firstName === undefined && fields.lastName === undefined
    ? {}
    : withUserWords({ firstName: fields.firstName ?? known.firstName, lastName: fields.lastName ?? known.lastName })

const toValues = (person: ChangedPerson) => ({
  id: person.known.userId,
  ...newName(person),
  birthOn: person.change.fields.birthOn,
  phone: person.change.fields.phone,
  email: person.change.email ?? undefined,
  externalId: person.change.externalId ?? undefined,
})

const hiddenMemberships = ({ known, change: { added, removed } }: ChangedPerson) => [
  ...known.memberships.filter(({ organizationId }) => !removed.includes(organizationId)),
  ...added.map(({ organizationId, fromOn }) => ({ organizationId, isPrimary: 0, fromOn, toOn: null })),
]

const toPairs = (people: readonly ChangedPerson[], idsOf: (change: PersonChange) => readonly object[]) =>
  people.flatMap(({ known, change }) => idsOf(change).map((one) => ({ userId: known.userId, ...one })))

const idsOf = (people: readonly ChangedPerson[]) => people.map(({ known }) => known.userId)
const among = (ids: readonly number[]) => sql`select value from json_each(${JSON.stringify(ids)})`

/** Closes accounts: sessions and codes end, and unsent mails are not sent. */
function closeAccounts(ctx: Ctx<null>, ids: readonly number[]): Statement[] {
  if (ids.length === 0) return []
  return [
    deactivateAccounts(ctx, among(ids)),
    removeSessionsOfUsers(ctx, ids),
    removeTokensOfUsers(ctx.db, ids),
    removeUnsentMailsTo(ctx.db, among(ids)),
  ]
}

function openAccounts(ctx: Ctx<null>, people: readonly ChangedPerson[]): Statement[] {
  const reopened = idsOf(people.filter(({ change }) => change.account === 'reopen'))
  const members = idsOf(people.filter(({ change }) => change.account === 'becomeMember'))
  return [
    ...(reopened.length > 0 ? [activateAccounts(ctx, among(reopened))] : []),
    ...(members.length > 0 ? [makeMembers(ctx, among(members))] : []),
  ]
}

/** Returns the audit data of a change: fields before and after, but nothing of a protected identity. */
function toAuditData(person: ChangedPerson) {
  const { known, change } = person
  const id = known.userId
  if (isHiddenAfter(person) || known.protection !== null) return { id, data: {} }
  const clubs = known.memberships.map(({ organizationId }) => organizationId)
  const remainingClubs = clubs.filter((club) => !change.removed.includes(club))
  const isMoved = change.added.length + change.removed.length > 0
  const fields = { ...change.fields, ...(change.email && { email: change.email }) }
  const names = Object.keys(fields) as (keyof typeof fields)[]
  const before = Object.fromEntries(names.map((name) => [name, known[name]]))
  const added = change.added.map(({ organizationId }) => organizationId)
  if (names.length === 0 && !isMoved) return { id, data: {} }
  return {
    id,
    data: {
      before: { ...before, ...(isMoved && { organizationIds: clubs }) },
      after: { ...fields, ...(isMoved && { organizationIds: [...remainingClubs, ...added] }) },
    },
  }
}

const auditOf = (
  ctx: Ctx<null>,
  action: 'user.registerChanged' | 'user.registerClosed' | 'user.registerReopened',
  people: readonly ChangedPerson[],
): Statement[] =>
  forEachPiece(people.map(toAuditData), (piece) => [
    recordAuditOfEach(
      ctx,
      action,
      'user',
      sql`select v.value ->> 'id' as id, v.value -> 'data' as data from json_each(${piece}) v`,
    ),
  ])

const isReopened = ({ change }: ChangedPerson) => change.account === 'reopen'
const isClosed = ({ change }: ChangedPerson) => change.account === 'close'

/**
 * Returns the statements that change people as the register of people says, with an audit entry each: names, birth
 * dates, phones, memberships, closed and reopened accounts. A closed account loses its sessions, tokens and unsent
 * mails. Not among them: e-mail addresses of people who are not protected, and the protection itself.
 */
export function updatePeople(ctx: Ctx<null>, people: readonly ChangedPerson[]): Statement[] {
  const [hidden, open] = [people.filter(isHiddenAfter), people.filter((person) => !isHiddenAfter(person))]
  const removed = toPairs(open, (change) => change.removed.map((organizationId) => ({ organizationId })))
  return [
    ...forEachPiece(open.map(toValues), (piece) => [updateAccounts(ctx, piece)]),
    ...forEachPiece(
      hidden.map((person) => ({ ...toValues(person), memberships: hiddenMemberships(person) })),
      (piece) => updateIdentities(ctx, piece),
    ),
    ...forEachPiece(removed, (piece) => [removeMembershipPairs(ctx, piece)]),
    ...forEachPiece(
      toPairs(open, ({ added }) => added),
      (piece) => [insertMembershipPairs(ctx, piece)],
    ),
    ...closeAccounts(ctx, idsOf(people.filter(isClosed))),
    ...openAccounts(ctx, people),
    ...auditOf(ctx, 'user.registerClosed', people.filter(isClosed)),
    ...auditOf(ctx, 'user.registerReopened', people.filter(isReopened)),
    ...auditOf(
      ctx,
      'user.registerChanged',
      people.filter((person) => !isClosed(person) && !isReopened(person)),
    ),
  ]
}
