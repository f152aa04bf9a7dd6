import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Role } from '#api/actor.ts'
import { users } from '#api/people/users/table.ts'
import { instant, json } from '#platform/columns.ts'

/** The account that a person at the OpenID provider signs in to. */
export const oidcLinks = sqliteTable(
  'oidc_links',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    issuer: text('issuer').notNull(),
    /** Id of the person at the provider. */
    subject: text('subject').notNull(),
    /** Roles that a group at the provider gave; a trigger removes one that the person no longer has. */
    givenRoles: json<Role[]>('given_roles').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('idx_oidc_links_subject').on(table.issuer, table.subject)],
)
