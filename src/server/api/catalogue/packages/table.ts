import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant, json } from '#platform/columns.ts'
import type {
  LaunchMethod,
  MissingFiles,
  MoveOn,
  PackageFormat,
  PackageNote,
  ScormTerms,
  UnitGroup,
} from './course-structure.ts'

/** Uploaded 0, Unpacking 1, Ready 2, Refused 3. */
export type PackageState = 0 | 1 | 2 | 3

/** An uploaded course zip. Each upload is a new row, so that users inside the former course retain their progress. */
export const contentPackages = sqliteTable(
  'content_packages',
  {
    id: integer('id').primaryKey(),
    originalName: text('original_name').notNull(),
    /** Size of the zip in bytes. */
    size: integer('size').notNull(),
    /** Unguessable folder in R2 and on the content origin. */
    folder: text('folder').notNull(),
    state: integer('state').$type<PackageState>().notNull().default(0),
    refusal: text('refusal'),
    /** URL path of the start page, percent-encoded, with the manifest's query string. */
    entry: text('entry'),
    activityId: text('activity_id'),
    title: text('title'),
    format: text('format').$type<PackageFormat>().notNull().default('page'),
    /** Requests of the course that the portal does not follow, and faults of the package. */
    notes: json<PackageNote[]>('notes').notNull().default([]),
    /** Files that the manifest names and the archive lacks. */
    missingFiles: json<MissingFiles>('missing_files').notNull().default({ count: 0, names: [] }),
    /** Number of unpacked entries, and of all entries. */
    filesDone: integer('files_done').notNull().default(0),
    filesTotal: integer('files_total').notNull().default(0),
    educationPartId: integer('education_part_id'),
    educatorMaterialId: integer('educator_material_id'),
    uploadedByUserId: integer('uploaded_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** When the files of a replaced and unused package were removed; the row stays as history. */
    filesRemovedAt: instant('files_removed_at'),
  },
  (table) => [
    index('idx_content_packages_changed_at').on(table.changedAt).where(sql`files_removed_at is null`),
    index('idx_content_packages_education_part_id').on(table.educationPartId),
    index('idx_content_packages_educator_material_id').on(table.educatorMaterialId),
    index('idx_content_packages_folder').on(table.folder),
    index('idx_content_packages_uploader').on(table.uploadedByUserId, table.size).where(sql`files_removed_at is null`),
  ],
)

/** A unit that is launched on its own: an assignable unit of cmi5, a SCO of SCORM. */
export const contentPackageUnits = sqliteTable(
  'content_package_units',
  {
    packageId: integer('package_id')
      .notNull()
      .references(() => contentPackages.id),
    /** From 1, in the order of the course. */
    position: integer('position').notNull(),
    /** Identifier in the manifest. */
    identifier: text('identifier').notNull(),
    title: text('title').notNull(),
    /** URL path inside the package, percent-encoded, with the manifest's query string. */
    entry: text('entry').notNull(),
    /** The groups that contain it, the outermost first. */
    groups: json<UnitGroup[]>('groups').notNull().default([]),
    moveOn: text('move_on').$type<MoveOn>(),
    /** 0 to 1. */
    masteryScore: real('mastery_score'),
    launchMethod: text('launch_method').$type<LaunchMethod>(),
    launchParameters: text('launch_parameters'),
    entitlementKey: text('entitlement_key'),
    activityType: text('activity_type'),
    scormTerms: json<ScormTerms>('scorm_terms'),
  },
  (table) => [primaryKey({ columns: [table.packageId, table.position] })],
)
