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
    /** The integration account that sent it; null when a launch did. */
    integrationAccountId: integer('integration_account_id'),
    /** The cmi5 session that it was sent in. */
    session: text('session'),
    /** True for statements that cmi5 defines; false for those that it only allows. */
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
    // Statements that a session, or an attempt, may make only once (cmi5, 9.3).
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

/** Search keys of statements; related ones are in the context or in a sub-statement. */
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

/** Attachments of statements; their contents are in the file store. */
export const xapiAttachments = sqliteTable(
  'xapi_attachments',
  {
    statementId: text('statement_id').notNull(),
    sha2: text('sha2').notNull(),
    contentType: text('content_type').notNull(),
    fileKey: text('file_key').notNull(),
    /** In bytes. */
    size: integer('size').notNull().default(0),
    /** The person whose launch sent the statement; null when an integration account did. */
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
    /** Key of the agent, `account:<home>|<name>`; in an activity profile, the agent of the launch that wrote it. */
    agent: text('agent').notNull().default(''),
    registration: text('registration').notNull().default(''),
    documentId: text('document_id').notNull(),
    contentType: text('content_type').notNull(),
    etag: text('etag').notNull(),
    /** Small bodies as base64 text; larger ones are in the file store under `file_key`. */
    body: text('body'),
    fileKey: text('file_key'),
    changedAt: instant('changed_at').notNull(),
    /** Size of the body in bytes. */
    size: integer('size').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.activityId, table.agent, table.registration, table.documentId] }),
    index('idx_xapi_documents_agent').on(table.agent, table.registration, table.size),
  ],
)

/** Attempts of people at courses; their statements and documents have the registration. */
export const courseAttempts = sqliteTable(
  'course_attempts',
  {
    registration: text('registration').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationPartId: integer('education_part_id').references(() => educationParts.id),
    educatorMaterialId: integer('educator_material_id').references(() => educatorMaterials.id),
    /** Activity of the course when the attempt began. */
    activityId: text('activity_id').notNull(),
    startedAt: instant('started_at').notNull(),
  },
  (table) => [index('idx_course_attempts_user').on(table.userId, table.educationPartId, table.educatorMaterialId)],
)

/** Standing of a person in a digital part, to sort by. Triggers and readers of course figures keep it current. */
export const courseStandings = sqliteTable(
  'course_standings',
  {
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The person's latest sign-up. */
    resultId: integer('result_id').notNull(),
    nameKey: text('name_key').notNull(),
    /** Time of the latest statement; empty when there is none. */
    lastAt: text('last_at').notNull().default(''),
    /** Highest score, 0 to 1; -1 when there is none. */
    score: real('score').notNull().default(-1),
    /** From `toProgress`, 0 to 4. */
    progress: integer('progress').notNull().default(0),
    /**
     * Null when the row is current, empty when newer statements exist, otherwise the marker of the request that is
     * updating it.
     */
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

/** Launches: the right of one person to write to the record store for one course, until `expires_at`. */
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
    /** Position in the package of the opened unit. */
    unitPosition: integer('unit_position'),
    /** Terms of the cmi5 session. */
    session: json<SessionTerms>('session'),
    /** Hash of the key in the URL from which a session fetches its token, once. */
    fetchHash: text('fetch_hash'),
    fetchedAt: instant('fetched_at'),
    /** When the cmi5 session ended with `terminated`; a short grace period follows. */
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
