import { and, eq, type SQL, sql } from 'drizzle-orm'
import { protectedPeople } from '#api/people/users/views.ts'
import type { Launch } from './launch-storage.ts'
import { xapiStatements } from './table.ts'

/** Limits of the caller that reads statements: a launch, or null for an integration account. */
export interface StatementScope {
  launch: Launch | null
  /** Origin in the names of the users' accounts. */
  origin: string
}

/**
 * SQL: the sequences of statements from launches of protected people, and of those that name their account or e-mail
 * address. `origin` is that of `namingOrigin`, in which the accounts are named.
 */
export const ofProtected = (origin: string): SQL => sql`(
  select own.sequence from ${protectedPeople} hidden cross join xapi_statements own on own.user_id = hidden.user_id
  union select named.sequence from ${protectedPeople} hidden cross join xapi_references named on named.kind = 'agent'
    and named.key in (${`account:${origin}|`} || hidden.user_id, 'mbox:mailto:' || lower(hidden.email)))`

/**
 * Returns the condition on the statements that the caller of the record store reaches; it is never undefined, as that
 * of `ofLaunch`. A launch reaches its person's statements in its course, and an integration account all but those of
 * protected people.
 */
export const within = ({ launch, origin }: StatementScope): SQL | undefined =>
  launch ? ofLaunch(launch) : sql`${xapiStatements.sequence} not in ${ofProtected(origin)}`

/**
 * Returns the condition on the statements of a launch's person in its course or material. It is never undefined, which
 * is only the type of `and`.
 */
export const ofLaunch = (launch: Launch): SQL | undefined =>
  and(
    eq(xapiStatements.userId, launch.userId),
    sql`${xapiStatements.educationPartId} is ${launch.educationPartId}`,
    sql`${xapiStatements.educatorMaterialId} is ${launch.educatorMaterialId}`,
  )
