import { flag, ids, ofTable, value } from '#api/foundation/audit/edits/snapshot.ts'

/** A category as its form has it. */
export const educationCategorySnapshot = ofTable('education_categories', {
  name: value('name'),
  shortName: value('short_name'),
  color: value('color'),
  order: value('position'),
  active: flag('active'),
  idrottOnlineCategoryId: value('idrott_online_category_id'),
})

/** The favourite categories of a person. */
export const favoritesSnapshot = ofTable('users', {
  educationCategoryIds: ids('favorite_categories', 'education_category_id', 'user_id = stored.id'),
})
