import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'

/** An educator's invitation to a person outside the educator's reach. Only an accepted one gives reach. */
export const educationInvitations = sqliteTable(
  'education_invitations',
  {
    id: integer('id').primaryKey(),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    invitedByUserId: integer('invited_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    answeredAt: instant('answered_at'),
    withdrawnAt: instant('withdrawn_at'),
    /** Null until it is answered. */
    accepted: flag('accepted'),
  },
  (table) => [
    uniqueIndex('idx_education_invitations_pair').on(table.educationId, table.userId),
    index('idx_education_invitations_user_id').on(table.userId, table.answeredAt),
    index('idx_education_invitations_invited_by_user_id').on(table.invitedByUserId, table.answeredAt),
    index('idx_education_invitations_expires_at').on(table.expiresAt),
  ],
)
