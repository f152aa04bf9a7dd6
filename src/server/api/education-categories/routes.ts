import { difference } from '../audit/rules.ts'
import { insertedId, recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { mustSeeAll } from '../users/within-reach.ts'
import { mayChooseFavorites, maySeeFavorites } from './access.ts'
import { type EducationCategory, educationCategories, type SavedEducationCategory } from './contract.ts'
import { sportsSource } from './sports-categories.ts'
import {
  insertFavorites,
  listEducationCategories,
  listFavoriteIds,
  removeFavorites,
  saveEducationCategory,
} from './storage.ts'

async function knownOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, EducationCategory>> {
  const known = new Map((await listEducationCategories(ctx.db)).map((category) => [category.id, category]))
  if (ids.some((id) => !known.has(id))) throw new Refused('not_found')
  return known
}

const told = (known: ReadonlyMap<number, EducationCategory>, { lastChange: _, ...category }: SavedEducationCategory) =>
  difference(known.get(category.id ?? 0) ?? {}, category)

async function save(ctx: Ctx, categories: SavedEducationCategory[]): Promise<EducationCategory[]> {
  const known = await knownOf(
    ctx,
    categories.flatMap(({ id }) => id ?? []),
  )
  const answers = await ctx.db.commit(
    categories.flatMap((category) => [
      saveEducationCategory(ctx.db, category, ctx.now),
      recordAudit(
        ctx,
        'educationCategory.saved',
        { type: 'educationCategory', id: category.id ?? insertedId },
        told(known, category),
      ),
    ]),
  )
  // Every other statement is a save, and answers its one row.
  return answers.filter((_, index) => index % 2 === 0).flat() as unknown[] as EducationCategory[]
}

async function chooseFavorites(ctx: Ctx, userId: number, chosen: readonly number[]): Promise<number[]> {
  const ids = [...new Set(chosen)].sort((a, b) => a - b)
  await knownOf(ctx, ids)
  await ctx.db.commit([
    removeFavorites(ctx.db, userId),
    insertFavorites(ctx.db, userId, ids),
    recordAudit(ctx, 'favoriteCategories.chosen', { type: 'user', id: userId }, { educationCategoryIds: ids }),
  ] as const)
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

  'GET /educationCategory/IdrottOnlineEducationCategories': (_input, ctx) => sportsSource(ctx).categories(),

  'PUT /EducationCategory/AddUserToEducationCategory': ({ body }, ctx) => {
    const userId = body.userId ?? ctx.actor.id
    if (!mayChooseFavorites(ctx.actor, userId)) throw new Refused('not_allowed')
    return chooseFavorites(ctx, userId, body.educationCategoryIds)
  },

  'GET /user/:id/UserToEducationCategory': async ({ params }, ctx) => {
    if (!maySeeFavorites(ctx.actor, params.id)) throw new Refused('not_allowed')
    await mustSeeAll(ctx, params.id)
    return listFavoriteIds(ctx.db, params.id)
  },
})
