import { sql } from 'drizzle-orm'

/** All categories, inactive ones too. For other domains, like `educationsView`. */
export const educationCategoriesView = sql`(select id, name, short_name, picture_file_id, color, position, active from education_categories)`

/** Each user's favourite categories: `user_id`, `education_category_id`. */
export const favoriteCategoriesOfPeople = sql`(select user_id, education_category_id from favorite_categories)`

/** Picture files of categories: `file_id`, null for each category without one. */
export const filesOfCategories = sql`(select picture_file_id as file_id from education_categories)`
