import { sql } from 'drizzle-orm'

/** All categories, inactive ones too. For other domains, as `educationsView` is. */
export const educationCategoriesView = sql`(select id, name, short_name, picture_file_id, color, position, active from education_categories)`

/** Each person's favourite categories: `user_id`, `education_category_id`. */
export const favoriteCategoriesOfPeople = sql`(select user_id, education_category_id from favorite_categories)`

/** The files that are pictures of categories: `file_id`. */
export const filesOfCategories = sql`(select picture_file_id as file_id from education_categories)`
