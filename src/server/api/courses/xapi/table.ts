import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educatorMaterials } from '#api/catalogue/educator-materials/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { SessionTerms } from './cmi5/session-terms.ts'
import type { StoredStatement } from './statement.ts'

export const xapiStatements = sqliteTable(
  'xapi_statements',
  {
    sequence: integer('sequence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull(),
    userId: integer('user_id').references(() => users.id),
    educationPartId: integer('education_part_id').references(() => educationParts.id),
    educatorMaterialId: integer('educator_material_id').references(() => educatorMaterials.id),
    registration: text('registration'),
    activityId: text('activity_id'),
    verb: text('verb').notNull(),
    voided: flag('voided').notNull().default(false),
    statement: json<StoredStatement>('statement').notNull(),
    storedAt: instant('stored_at').notNull(),
    /** The statement that this one is about. */
    targetId: text('target_id'),
    /** The other system that told it; null when a launch did. */
    integrationAccountId: integer('integration_account_id'),
    /** The session of cmi5 that it was told in. */
    session: text('session'),
    /** One of those that cmi5 itself defines, and not only allows. */
    isCmi5Defined: flag('is_cmi5_defined').notNull().default(false),
  },
  (table) => [
    uniqueIndex('idx_xapi_statements_id').on(table.id),
    index('idx_xapi_statements_target').on(table.targetId).where(sql`target_id is not null`),
    index('idx_xapi_statements_verb').on(table.verb, table.sequence),
    index('idx_xapi_statements_registration').on(table.registration, table.sequence),
    index('idx_xapi_statements_stored_at').on(table.storedAt),
    index('idx_xapi_statements_user').on(table.userId, table.educationPartId, table.sequence),
    index('idx_xapi_statements_activity').on(table.activityId, table.sequence),
    // What a session, and an attempt, may tell once alone (cmi5, 9.3).
    uniqueIndex('idx_xapi_statements_session')
      .on(table.session, table.verb)
      .where(sql`is_cmi5_defined = 1 and verb <> 'https://w3id.org/xapi/adl/verbs/satisfied'`),
    uniqueIndex('idx_xapi_statements_cmi5_once')
      .on(table.registration, table.activityId, table.verb)
      .where(
        sql`is_cmi5_defined = 1 and voided = 0 and verb in ('http://adlnet.gov/expapi/verbs/completed',
          'http://adlnet.gov/expapi/verbs/passed', 'https://w3id.org/xapi/adl/verbs/satisfied')`,
      ),
  ],
)

/** What a statement speaks of, to be found by; related is what stands in its context or in a statement within it. */
export const xapiReferences = sqliteTable(
  'xapi_references',
  {
    kind: text('kind').$type<'agent' | 'activity'>().notNull(),
    key: text('key').notNull(),
    isRelated: flag('is_related').notNull(),
    sequence: integer('sequence').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.isRelated, table.sequence] }),
    index('idx_xapi_references_sequence').on(table.sequence),
  ],
)

/** The files that came with statements; each lies in the file store. */
export const xapiAttachments = sqliteTable(
  'xapi_attachments',
  {
    statementId: text('statement_id').notNull(),
    sha2: text('sha2').notNull(),
    contentType: text('content_type').notNull(),
    fileKey: text('file_key').notNull(),
    /** In bytes. */
    size: integer('size').notNull().default(0),
    /** Whose statement it came with; null when another system told it. */
    userId: integer('user_id').references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.statementId, table.sha2] }),
    index('idx_xapi_attachments_user').on(table.userId, table.size),
  ],
)

/** State, activity profile and agent profile documents under one key; the heaviest write is one upsert here. */
export const xapiDocuments = sqliteTable(
  'xapi_documents',
  {
    kind: text('kind').$type<'state' | 'activity' | 'agent'>().notNull(),
    activityId: text('activity_id').notNull().default(''),
    /** The agent's own identifier, `account:<home>|<name>`; of an activity profile, whose launch it came from. */
    agent: text('agent').notNull().default(''),
    registration: text('registration').notNull().default(''),
    documentId: text('document_id').notNull(),
    contentType: text('content_type').notNull(),
    etag: text('etag').notNull(),
    /** Small bodies as base64 text; larger ones lie in the file store under this row's key. */
    body: text('body'),
    fileKey: text('file_key'),
    changedAt: instant('changed_at').notNull(),
    /** Of the body, in bytes. */
    size: integer('size').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.activityId, table.agent, table.registration, table.documentId] }),
    index('idx_xapi_documents_agent').on(table.agent, table.registration, table.size),
  ],
)

/** Somebody's way through a course: all that is told and kept of it bears its registration. */
export const courseAttempts = sqliteTable(
  'course_attempts',
  {
    registration: text('registration').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationPartId: integer('education_part_id').references(() => educationParts.id),
    educatorMaterialId: integer('educator_material_id').references(() => educatorMaterials.id),
    /** The course's, as it was when the attempt was begun. */
    activityId: text('activity_id').notNull(),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [index('idx_course_attempts_user').on(table.userId, table.educationPartId, table.educatorMaterialId)],
)

/** How far somebody has come in a digital part, for its people to be put in order by; kept by triggers and by who reads it. */
export const courseStandings = sqliteTable(
  'course_standings',
  {
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Their latest sign-up. */
    resultId: integer('result_id').notNull(),
    nameKey: text('name_key').notNull(),
    /** Of the last that was told; empty when nothing was. */
    lastAt: text('last_at').notNull().default(''),
    /** The best, 0 to 1; below that when there is none. */
    score: real('score').notNull().default(-1),
    progress: integer('progress').notNull().default(0),
    /** Null: it holds. Empty: more was told since. Else whoever is working it out now. */
    due: text('due').default(''),
  },
  (table) => [
    primaryKey({ columns: [table.educationPartId, table.userId] }),
    index('idx_course_standings_due').on(table.educationPartId, table.userId).where(sql`due is not null`),
    index('idx_course_standings_signed_up').on(table.educationPartId, table.resultId),
    index('idx_course_standings_name').on(table.educationPartId, table.nameKey, table.userId),
    index('idx_course_standings_last_at').on(table.educationPartId, table.lastAt, table.userId),
    index('idx_course_standings_score').on(table.educationPartId, table.score, table.userId),
    index('idx_course_standings_progress').on(table.educationPartId, table.progress, table.userId),
    index('idx_course_standings_user').on(table.userId),
  ],
)

/** A launch: what one person may write to the record store for one part, and until when. */
export const launches = sqliteTable(
  'launches',
  {
    id: integer('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationPartId: integer('education_part_id').references(() => educationParts.id),
    educatorMaterialId: integer('educator_material_id').references(() => educatorMaterials.id),
    packageId: integer('package_id')
      .notNull()
      .references(() => contentPackages.id),
    activityId: text('activity_id').notNull(),
    registration: text('registration').notNull(),
    sessionId: integer('session_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The unit of the package that it opened. */
    unitPosition: integer('unit_position'),
    /** The session of cmi5 that it is. */
    session: json<SessionTerms>('session'),
    /** Of the key of the address that hands the token of a session out, once. */
    fetchHash: text('fetch_hash'),
    fetchedAt: instant('fetched_at'),
    terminatedAt: instant('terminated_at'),
    abandonedAt: instant('abandoned_at'),
  },
  (table) => [
    uniqueIndex('idx_launches_token_hash').on(table.tokenHash),
    index('idx_launches_user').on(table.userId),
    index('idx_launches_expires_at').on(table.expiresAt),
    index('idx_launches_activity_id').on(table.activityId),
    index('idx_launches_registration').on(table.registration),
    uniqueIndex('idx_launches_fetch').on(table.fetchHash).where(sql`fetch_hash is not null`),
  ],
)
