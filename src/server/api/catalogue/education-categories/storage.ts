import { eq, sql } from 'drizzle-orm'
import { publicFileUrl } from '#api/foundation/files/storage.ts'
import { type Database, ifUnmodifiedSince } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { EducationCategory, SavedEducationCategory } from './contract.ts'
import { withCategoryWords } from './rules.ts'
import { educationCategories, favoriteCategories } from './table.ts'

const columns = {
  id: educationCategories.id,
  name: educationCategories.name,
  shortName: educationCategories.shortName,
  pictureUrl: publicFileUrl(sql`education_categories.picture_file_id`).as('picture_url'),
  color: educationCategories.color,
  order: educationCategories.position,
  active: educationCategories.active,
  idrottOnlineCategoryId: educationCategories.idrottOnlineCategoryId,
  lastChange: educationCategories.changedAt,
}

/** Lists all education categories by position, then by name; inactive ones too. */
export const listEducationCategories = (db: Database): Promise<EducationCategory[]> =>
  db.query.select(columns).from(educationCategories).orderBy(educationCategories.position, educationCategories.name)

/**
 * Returns the statement that inserts a category, or updates the one with its id; its result is the row. The commit
 * fails as `changed_meanwhile` unless an existing category has the version `lastChange`; an unknown id gives no row.
 * Optional fields that are left out become null. A new category ignores `lastChange`.
 */
export function saveEducationCategory(db: Database, category: SavedEducationCategory, now: Date) {
  const { id, name, shortName, color, order: position, active, idrottOnlineCategoryId, lastChange } = category
  const values = {
    ...withCategoryWords({ name }),
    position,
    active,
    shortName: shortName ?? null,
    color: color ?? null,
    idrottOnlineCategoryId: idrottOnlineCategoryId ?? null,
  }
  if (!id) {
    return db.query
      .insert(educationCategories)
      .values({ ...values, changedAt: now })
      .returning(columns)
  }
  return db.query
    .update(educationCategories)
    .set({ ...values, changedAt: ifUnmodifiedSince(educationCategories.changedAt, lastChange, now) })
    .where(eq(educationCategories.id, id))
    .returning(columns)
}

/** Lists the ids of a user's favourite categories in ascending order; empty by default. Access is not checked here. */
export async function listFavoriteCategoryIds(db: Database, userId: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: favoriteCategories.educationCategoryId })
    .from(favoriteCategories)
    .where(eq(favoriteCategories.userId, userId))
    .orderBy(favoriteCategories.educationCategoryId)
  return rows.map(({ id }) => id)
}

/** Returns the statement that deletes all of a user's favourite categories. */
export const removeFavoriteCategories = (db: Database, userId: number) =>
  db.query.delete(favoriteCategories).where(eq(favoriteCategories.userId, userId))

/**
 * Returns the statement that adds categories to a user's favourites; earlier ones stay, and an empty list adds none.
 * The commit fails for a category that is unknown, that the user has already or that is listed twice.
 */
export const insertFavoriteCategories = (db: Database, userId: number, categoryIds: readonly number[]) =>
  insertFrom(
    db.query,
    favoriteCategories,
    { userId, educationCategoryId: sql`value` },
    sql`from json_each(${JSON.stringify(categoryIds)})`,
  )
