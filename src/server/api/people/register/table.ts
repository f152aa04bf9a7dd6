import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { RegisterCursor } from './people-register.ts'
import type { ClosingReason, RegisterReason, RowOutcome, RunReason, RunState, StagedPerson } from './rules.ts'

/** The register's last values of each of its people. */
export const registerPeople = sqliteTable(
  'register_people',
  {
    externalId: text('external_id').primaryKey(),
    /** Null for a row that has ended before it came to the portal. */
    userId: integer('user_id').references(() => users.id),
    /** Null after an erasure. */
    digest: text('digest'),
    /** Null for a protected identity. */
    email: text('email'),
    phone: text('phone'),
    /** HMAC of the personal number. */
    numberHash: text('number_hash'),
    /** Organisations of which the register has made the person a member. */
    memberships: json<number[]>('memberships').notNull().default([]),
    closed: text('closed').$type<ClosingReason>(),
    mergedInto: text('merged_into'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('idx_register_people_user').on(table.userId),
    index('idx_register_people_number').on(table.numberHash).where(sql`number_hash is not null`),
  ],
)

/** A read of the register. */
export const registerRuns = sqliteTable(
  'register_runs',
  {
    id: integer('id').primaryKey(),
    jobId: text('job_id').notNull(),
    state: integer('state').$type<RunState>().notNull(),
    isFull: flag('is_full').notNull(),
    /** Changes since this moment are asked for; null for all rows. */
    since: instant('since'),
    cursor: json<RegisterCursor>('cursor'),
    /** Time since which the register lets the portal wait; null while it does not. */
    waitedFrom: instant('waited_from'),
    readCount: integer('read_count').notNull().default(0),
    /** Rows of people whom the portal has from the register already. */
    seenCount: integer('seen_count').notNull().default(0),
    /** People whom the portal had from the register when the read began. */
    knownCount: integer('known_count').notNull().default(0),
    newCount: integer('new_count').notNull().default(0),
    changedCount: integer('changed_count').notNull().default(0),
    refusedCount: integer('refused_count').notNull().default(0),
    /** New people under 18, who have no guardian in the portal yet. */
    minorCount: integer('minor_count').notNull().default(0),
    reason: text('reason').$type<RunReason>(),
    startedAt: instant('started_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  () => [uniqueIndex('idx_register_runs_live').on(sql`(state < 2)`).where(sql`state < 2`)],
)

/** A fetched row that differs from what the register said last. */
export const registerRows = sqliteTable(
  'register_rows',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => registerRuns.id),
    /** `row <position>` when the row has no id. */
    externalId: text('external_id').notNull(),
    /** Number of the row in the answer, from 1. */
    position: integer('position').notNull(),
    /** Order of application: merged rows, ended rows, all others. */
    sort: integer('sort').notNull(),
    person: json<StagedPerson>('person').notNull(),
    digest: text('digest').notNull(),
    numberHash: text('number_hash'),
    /** Whether the register has ended or merged the row. */
    isGone: flag('is_gone').notNull().default(false),
    /** Whether the id stands at another position of the answer too. */
    isRepeated: flag('is_repeated').notNull().default(false),
    /** Null until the row is applied. */
    outcome: integer('outcome').$type<RowOutcome>(),
    reason: text('reason').$type<RegisterReason>(),
    userId: integer('user_id'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.externalId] }),
    index('idx_register_rows_outcome').on(table.runId, table.outcome, table.sort, table.position),
    index('idx_register_rows_number').on(table.runId, table.numberHash).where(sql`number_hash is not null`),
    index('idx_register_rows_user').on(table.userId).where(sql`user_id is not null`),
  ],
)
