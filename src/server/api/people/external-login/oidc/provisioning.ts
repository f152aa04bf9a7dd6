import type { SQL } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { declareContribution } from '#api/contributed.ts'
import type { Statement } from '#platform/database.ts'

/** State of a person whom the provider also provisions. */
export interface ProvisionedAccess {
  isActive: boolean
  /** Names of the person's groups as the mapping knows them; null when no groups are provisioned, so that those of the sign-in count. */
  groups: string[] | null
  /** Statements that give the provisioned person the account at the first sign-in. */
  statements: Statement[]
}

/** Finds the provisioned person of an account, by the account or by the verified e-mail address; null for none. */
type FindProvisioned = (ctx: Visitor, userId: number, email: string | null) => Promise<ProvisionedAccess | null>

export const provisionedAccess = declareContribution<FindProvisioned>('provisioned people')

/** SQL condition: since the moment, given as ISO text, the provider has confirmed that the person is active in a group. */
export const isProvisionedSince = declareContribution<(userId: SQL, moment: string) => SQL>('provisioned groups')
