import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educationRoles } from '#api/catalogue/education-roles/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import type { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { flag, instant, json } from '#platform/columns.ts'

export const educations = sqliteTable(
  'educations',
  {
    id: integer('id').primaryKey(),
    code: text('code'),
    title: text('title').notNull(),
    shortDescription: text('short_description'),
    /** Sanitised HTML. */
    description: text('description'),
    pictureFileId: integer('picture_file_id').references(() => storedFiles.id),
    publishedAt: instant('published_at'),
    archivedAt: instant('archived_at'),
    targetGroup: text('target_group'),
    feeMinor: integer('fee_minor').notNull().default(0),
    /** Per cent. */
    vatRate: integer('vat_rate').notNull().default(0),
    paymentMethods: json<PaymentMethod[]>('payment_methods').notNull(),
    contactUserId: integer('contact_user_id').references(() => users.id),
    organizerOrganizationId: integer('organizer_organization_id').references(() => organizations.id),
    /** Hours in hundredths: 750 is 7.5 hours. */
    hoursHundredths: integer('hours_hundredths'),
    /** Months for which a completion is valid; null for no end. */
    validityMonths: integer('validity_months'),
    /** Lowest and highest age on the first day, in years, both included; null limits nothing. */
    minAge: integer('min_age'),
    maxAge: integer('max_age'),
    /** Age in years under which a guardian is needed; null for nobody. */
    guardianRequiredUnderAge: integer('guardian_required_under_age'),
    blockedForExternalUsers: flag('blocked_for_external_users').notNull().default(false),
    /** Whether strangers see it in the public catalogue once it is published. */
    inPublicCatalogue: flag('in_public_catalogue').notNull().default(true),
    customQuestions: json<CustomQuestion[]>('custom_questions').notNull(),
    certificateText: text('certificate_text'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Sort key of the title in Swedish order: `{` follows z. */
    titleKey: text('title_key').generatedAlwaysAs(
      sql`replace(replace(replace(replace(replace(replace(lower(title), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')`,
    ),
    /**
     * Sort key of the worklist: `titleKey`, with archived educations last. Maintained by triggers; code never writes
     * it.
     */
    deskKey: text('desk_key').notNull().default(''),
    /** The words of title and code as a search reads them: `toSearchKey`. */
    searchKey: text('search_key').notNull(),
    /** Search words for misspelt queries: `toSearchWords` of title and code. */
    searchWords: text('search_words').notNull(),
  },
  (table) => [
    index('idx_educations_picture').on(table.pictureFileId).where(sql`picture_file_id is not null`),
    index('idx_educations_title_key').on(table.titleKey, table.id),
    index('idx_educations_desk').on(table.deskKey, table.id, table.searchKey),
    index('idx_educations_listed')
      .on(table.titleKey, table.id)
      .where(sql`published_at is not null and archived_at is null`),
    uniqueIndex('idx_educations_code').on(table.code),
    index('idx_educations_code_folded').on(sql`lower(code)`),
    index('idx_educations_published').on(table.publishedAt, table.title),
  ],
)

export const educationToCategory = sqliteTable(
  'education_to_category',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    educationCategoryId: integer('education_category_id')
      .notNull()
      .references(() => educationCategories.id),
  },
  (table) => [
    primaryKey({ columns: [table.educationId, table.educationCategoryId] }),
    index('idx_education_to_category_category').on(table.educationCategoryId, table.educationId),
  ],
)

/** `trains`: roles the education trains for; `target`: its target group (flag NewEducationTargetGroup). */
export const educationToRole = sqliteTable(
  'education_to_role',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    educationRoleId: integer('education_role_id')
      .notNull()
      .references(() => educationRoles.id),
    kind: text('kind').$type<'trains' | 'target'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.educationId, table.educationRoleId, table.kind] }),
    index('idx_education_to_role_role').on(table.educationRoleId, table.educationId),
  ],
)

export const educationResponsibles = sqliteTable(
  'education_responsibles',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.educationId, table.userId] }),
    index('idx_education_responsibles_user_id').on(table.userId, table.educationId),
  ],
)

export const educationPrerequisites = sqliteTable(
  'education_prerequisites',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    prerequisiteEducationId: integer('prerequisite_education_id')
      .notNull()
      .references(() => educations.id),
  },
  (table) => [primaryKey({ columns: [table.educationId, table.prerequisiteEducationId] })],
)

export const educationToPart = sqliteTable(
  'education_to_part',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.educationId, table.educationPartId] }),
    index('idx_education_to_part_part').on(table.educationPartId, table.educationId),
  ],
)

/** Prerequisites of parts, which may differ in each education that shares a part (spec G-026). */
export const partDependencies = sqliteTable(
  'part_dependencies',
  {
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    prerequisitePartId: integer('prerequisite_part_id')
      .notNull()
      .references(() => educationParts.id),
  },
  (table) => [primaryKey({ columns: [table.educationId, table.educationPartId, table.prerequisitePartId] })],
)
