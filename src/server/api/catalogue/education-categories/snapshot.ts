import { booleanColumn, linkedIds, tableSnapshot, valueColumn } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of a category: the fields of its form. */
export const educationCategorySnapshot = tableSnapshot('education_categories', {
  name: valueColumn('name'),
  shortName: valueColumn('short_name'),
  color: valueColumn('color'),
  order: valueColumn('position'),
  active: booleanColumn('active'),
  idrottOnlineCategoryId: valueColumn('idrott_online_category_id'),
})

/** Audit snapshot of a user's favourite categories. */
export const favoritesSnapshot = tableSnapshot('users', {
  educationCategoryIds: linkedIds('favorite_categories', 'education_category_id', 'user_id = stored.id'),
})
