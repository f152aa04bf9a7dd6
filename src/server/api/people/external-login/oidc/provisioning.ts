import type { SQL } from 'drizzle-orm'
import type { Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { declareContribution } from '#api/contributed.ts'
import type { Statement } from '#platform/database.ts'

/** State of a person whom the provider also provisions. */
export interface ProvisionedAccess {
  isActive: boolean
  /**
   * Whether the portal made the account for the person with this e-mail address, and nobody has ever signed in to it.
   */
  isUnused: boolean
  /**
   * Names of the person's groups as the mapping knows them; null when no groups are provisioned, so that those of the
   * sign-in count.
   */
  groups: string[] | null
  /**
   * Statements that give a provisioned person without an account this one. The commit fails as `changed_meanwhile` when
   * the person is no longer as they were read.
   */
  statements: Statement[]
}

/**
 * Finds the provisioned person of an account, by the account or by the verified e-mail address. Null for none, and when
 * nobody provisions staff any more.
 */
type FindProvisioned = (ctx: Visitor, userId: number, email: string | null) => Promise<ProvisionedAccess | null>

export const provisionedAccess = declareContribution<FindProvisioned>('provisioned people')

export interface HeldGroupRole {
  /** Columns with the id of the person and the role. */
  userId: SQL
  role: SQL
  /** Groups that give roles, with these; null when that is unknown, so that every group counts. */
  groupRoles: ReadonlyMap<string, readonly Role[]> | null
  now: Date
  /** Time after which the account that provisions has called. */
  since: Date
}

/**
 * SQL condition: the person is provisioned as active in a group that gives the role, by an account that still calls.
 */
export const isProvisionedSince = declareContribution<(role: HeldGroupRole) => SQL>('provisioned groups')
