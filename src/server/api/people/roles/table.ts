import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ExtensionKind, Role } from '#api/actor.ts'
import { users } from '#api/people/users/table.ts'
import { flag } from '#platform/columns.ts'

export const userRoles = sqliteTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Role>().notNull(),
    /** Whether a group at the OpenID provider gave the role; false once somebody has edited it. */
    fromGroup: flag('from_group').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    index('idx_user_roles_role').on(table.role),
    index('idx_user_roles_from_group').on(table.userId).where(sql`from_group = 1`),
  ],
)

export const roleExtensions = sqliteTable(
  'role_extensions',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<Role>().notNull(),
    kind: text('kind').$type<ExtensionKind>().notNull(),
    referenceId: integer('reference_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role, table.kind, table.referenceId] })],
)
