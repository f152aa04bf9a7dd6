import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import {
  insertAccountMemberships,
  insertAccounts,
  insertIdentities,
  joinAccounts,
} from '#api/people/users/piece-storage.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import type { Statement } from '#platform/database.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import type { AddedMembership } from './decide.ts'
import type { DecidedRow } from './decide-rows.ts'

/** A person whom the portal does not have yet, with the user name that the account gets. */
export interface NewPerson extends DecidedRow {
  userName: string
  memberships: readonly AddedMembership[]
}

const toValues = ({ row: { externalId, person }, userName, memberships }: NewPerson) => ({
  ...withUserWords({ firstName: person.firstName, lastName: person.lastName }),
  externalId,
  userName,
  email: person.email,
  phone: person.phone,
  birthOn: person.birthOn,
  memberships: memberships.map(({ organizationId, fromOn }, at) => ({
    organizationId,
    isPrimary: at === 0 ? 1 : 0,
    fromOn,
    toOn: null,
  })),
})

function insertGroup(ctx: Ctx<null>, group: readonly NewPerson[], isHidden: boolean): Statement[] {
  return toJsonParameters(group.map(toValues)).flatMap((piece) => [
    insertAccounts(ctx, piece, isHidden),
    isHidden ? insertIdentities(ctx, piece) : insertAccountMemberships(ctx, piece),
    recordAuditOfEach(ctx, 'user.registered', 'user', sql`select u.id, '{}' as data ${joinAccounts(piece)}`),
  ])
}

/** Returns the statements that insert accounts for new people of the register, with an audit entry each. */
export const insertPeople = (ctx: Ctx<null>, people: readonly NewPerson[]): Statement[] => [
  ...insertGroup(
    ctx,
    people.filter(({ row }) => !row.person.isProtected),
    false,
  ),
  ...insertGroup(
    ctx,
    people.filter(({ row }) => row.person.isProtected === true),
    true,
  ),
]
