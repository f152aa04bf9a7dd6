import type { Ctx } from '#api/context.ts'
import { auditEdit, auditSave } from '#api/foundation/audit/edits/audit-edit.ts'
import { requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import type { Statement } from '#platform/database.ts'
import { maySeeFavorites, maySetFavorites } from './access.ts'
import { type EducationCategory, educationCategories, type SavedEducationCategory } from './contract.ts'
import { educationCategorySnapshot, favoritesSnapshot } from './snapshot.ts'
import { getSportsSource } from './sports-categories.ts'
import {
  insertFavoriteCategories,
  listEducationCategories,
  listFavoriteCategoryIds,
  removeFavoriteCategories,
  saveEducationCategory,
} from './storage.ts'

async function requireCategories(ctx: Ctx, ids: readonly number[]): Promise<Map<number, EducationCategory>> {
  const categoriesById = new Map((await listEducationCategories(ctx.db)).map((category) => [category.id, category]))
  if (ids.some((id) => !categoriesById.has(id))) throw new Refused('not_found')
  return categoriesById
}

async function save(ctx: Ctx, categories: SavedEducationCategory[]): Promise<EducationCategory[]> {
  await requireCategories(
    ctx,
    categories.flatMap(({ id }) => id ?? []),
  )
  const edit = {
    action: 'educationCategory.saved',
    type: 'educationCategory',
    of: educationCategorySnapshot,
  } as const
  const saves = categories.map((category) => saveEducationCategory(ctx.db, category, ctx.now))
  const statements = saves.flatMap((save, at): Statement[] => {
    const audit = auditSave(ctx, edit, categories[at]?.id ?? null)
    return [...audit.before, save, ...audit.after]
  })
  const answers: readonly unknown[] = await ctx.db.commit(statements)
  // Each save returns one row.
  return saves.flatMap((save) => answers[statements.indexOf(save)]) as EducationCategory[]
}

async function chooseFavorites(ctx: Ctx, userId: number, categoryIds: readonly number[]): Promise<number[]> {
  const ids = [...new Set(categoryIds)].sort((a, b) => a - b)
  await requireCategories(ctx, ids)
  const target = { type: 'user', id: userId } as const
  const audit = auditEdit(ctx, { action: 'favoriteCategories.chosen', target, of: favoritesSnapshot(userId) })
  await ctx.db.commit([
    audit.before,
    removeFavoriteCategories(ctx.db, userId),
    insertFavoriteCategories(ctx.db, userId, ids),
    ...audit.after,
  ])
  return ids
}

export const routes = serve(educationCategories, {
  'GET /EducationCategory': (_input, { db }) => listEducationCategories(db),

  'PUT /EducationCategory': async ({ body }, ctx) => {
    if (Array.isArray(body)) return save(ctx, body)
    const [saved] = await save(ctx, [body])
    if (!saved) throw new Refused('not_found')
    return saved
  },

  'GET /educationCategory/IdrottOnlineEducationCategories': (_input, ctx) => getSportsSource(ctx).categories(),

  'PUT /EducationCategory/AddUserToEducationCategory': ({ body }, ctx) => {
    const userId = body.userId ?? ctx.actor.id
    if (!maySetFavorites(ctx.actor, userId)) throw new Refused('not_allowed')
    return chooseFavorites(ctx, userId, body.educationCategoryIds)
  },

  'GET /user/:id/UserToEducationCategory': async ({ params }, ctx) => {
    if (!maySeeFavorites(ctx.actor, params.id)) throw new Refused('not_allowed')
    await requireFullAccess(ctx, params.id)
    return listFavoriteCategoryIds(ctx.db, params.id)
  },
})
