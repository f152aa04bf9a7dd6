import { type SQL, sql } from 'drizzle-orm'

interface CallTime {
  /** Today, `yyyy-MM-dd`. */
  today: string
  /** Moment after which an account has called, as ISO text. */
  since: string
}

/** Integration accounts that may provision staff, as when they call to write, and have called since: `id`. */
export const staffAccounts = ({ today, since }: CallTime): SQL => sql`(select id from integration_accounts
  where active = 1 and (expires_on is null or expires_on >= ${today}) and organization_ids = '[]'
    and instr(resources, '"staff"') > 0 and instr(roles, '"IntegrationWrite"') > 0
  and last_used_at > ${since})`
