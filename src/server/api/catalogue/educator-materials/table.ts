import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Digital material for educators, attached to a part (spec G-041). */
export const educatorMaterials = sqliteTable(
  'educator_materials',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    educationPartId: integer('education_part_id')
      .notNull()
      .references(() => educationParts.id),
    packageId: integer('package_id')
      .notNull()
      .references(() => contentPackages.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** When it was removed; its completions stay. */
    removedAt: instant('removed_at'),
  },
  (table) => [index('idx_educator_materials_education_part_id').on(table.educationPartId)],
)

export const educatorMaterialCompletions = sqliteTable(
  'educator_material_completions',
  {
    educatorMaterialId: integer('educator_material_id')
      .notNull()
      .references(() => educatorMaterials.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    completedAt: instant('completed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.educatorMaterialId, table.userId] })],
)
