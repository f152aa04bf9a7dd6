import { flag, ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** Audit snapshot of a category: the fields of its form. */
export const educationCategorySnapshot = ofTable('education_categories', {
  name: value('name'),
  shortName: value('short_name'),
  color: value('color'),
  order: value('position'),
  active: flag('active'),
  idrottOnlineCategoryId: value('idrott_online_category_id'),
})

/** Audit snapshot of a user's favourite categories. */
export const favoritesSnapshot = ofTable('users', {
  educationCategoryIds: ids('favorite_categories', 'education_category_id', 'user_id = stored.id'),
})
