import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { storedFiles } from '#api/foundation/files/table.ts'
import { flag, instant } from '#platform/columns.ts'

/** Organisations: federation 0, district 1, club 2. Exactly one row is the main organisation. */
export const organizations = sqliteTable(
  'organizations',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    shortName: text('short_name'),
    type: integer('type').$type<0 | 1 | 2>().notNull(),
    parentId: integer('parent_id').references((): AnySQLiteColumn => organizations.id),
    /** Ancestor ids from the root and the own id, `/1/7/42/`: a branch is all paths with a common prefix. */
    path: text('path').notNull(),
    orgNr: text('org_nr'),
    externalId: text('external_id'),
    email: text('email'),
    phone: text('phone'),
    website: text('website'),
    addressLine1: text('address_line_1'),
    addressLine2: text('address_line_2'),
    postalNumber: text('postal_number'),
    city: text('city'),
    country: text('country'),
    logoFileId: integer('logo_file_id').references(() => storedFiles.id),
    isMain: flag('is_main').notNull().default(false),
    canBeInvoiced: flag('can_be_invoiced').notNull().default(false),
    invoiceEmail: text('invoice_email'),
    active: flag('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** The name in Swedish sort order: `{` sorts after z. */
    nameKey: text('name_key').generatedAlwaysAs(
      sql`replace(replace(replace(replace(replace(replace(lower(name), 'å', '{a'), 'Å', '{a'), 'ä', '{b'), 'Ä', '{b'), 'ö', '{c'), 'Ö', '{c')`,
    ),
  },
  (table) => [
    index('idx_organizations_parent_id').on(table.parentId),
    index('idx_organizations_path').on(table.path),
    uniqueIndex('idx_organizations_external_id').on(table.externalId),
  ],
)
