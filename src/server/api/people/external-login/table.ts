import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Role } from '#api/actor.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

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
    createdAt: instant('created_at').notNull(),
    /** Time of the last sign-in by the provider. */
    signedInAt: instant('signed_in_at').notNull(),
  },
  (table) => [uniqueIndex('idx_oidc_links_subject').on(table.issuer, table.subject)],
)

/** Roles that somebody took from a linked person, so that no group gives them back; a trigger writes the rows. */
export const oidcWithheldRoles = sqliteTable(
  'oidc_link_withheld_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Role>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
)
