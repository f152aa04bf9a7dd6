import { sql } from 'drizzle-orm'
import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import { educationCategoriesView } from '#api/catalogue/education-categories/views.ts'
import type { Visitor } from '#api/context.ts'
import type { CardFilter } from '#api/office/education-list/conditions.ts'
import type { EducationSummary } from '#api/office/education-list/contract.ts'
import { loadEducationPage } from '#api/office/education-list/list-educations.ts'
import { byTitle } from '#api/office/education-list/order.ts'
import type { Database } from '#platform/database.ts'
import type { PublicEducation, PublicEducationFilter } from './contract.ts'
import { toPublicAvailability } from './rules.ts'

type Category = Pick<EducationCategory, 'id' | 'name' | 'color'>

/** Selects id, name and colour of all categories of educations in their order, then by name. */
export const selectCategoryNames = (db: Database) =>
  db.rows<Category>(sql`select id, name, color from ${educationCategoriesView} order by position, name`)

/** Returns a new filter that lets every education of the public catalogue through, and no other. */
export const allPublic = (): CardFilter => ({
  text: '',
  category: [],
  role: [],
  city: [],
  free: false,
  freeSpots: false,
  isPublic: true,
})

/**
 * Converts a card of the signed-in list of educations to the one that people without an account see. Of the numbers of
 * participants only the public availability stays; of `categories`, all that exist, the education's own are shown in
 * their order.
 */
export function toPublicEducation(card: EducationSummary, categories: readonly Category[]): PublicEducation {
  const { id, title, shortDescription, pictureUrl, pictureColor, feeRange, nextOccasion: next, parts } = card
  const counts = next && { maxParticipants: next.availableSpots, bookedCount: 0, reservedCount: 0 }
  return {
    id,
    title,
    shortDescription,
    pictureUrl,
    pictureColor,
    categories: categories.filter((one) => card.educationCategoryIds.includes(one.id)),
    partTypes: [...new Set(parts.map(({ type }) => type))],
    minAge: card.minAge,
    maxAge: card.maxAge,
    feeRange,
    nextOccasion: next &&
      counts && {
        startDate: next.startDate,
        city: next.city,
        ...toPublicAvailability(counts),
        others: next.others,
      },
  }
}

const pageSize = 24

/**
 * Lists one page of 24 public educations, by the fit to the text and then the title, with approximate matches when the
 * text matches nothing. The query can limit it to a category, to free seats and to occasions of a district. `total`
 * counts at most 1,000. A signed-in caller gets the same as strangers.
 */
export async function listPublicEducations(visitor: Visitor, query: PublicEducationFilter) {
  // A signed-in person gets what strangers get.
  const ctx = { ...visitor, actor: null }
  const filter = {
    ...allPublic(),
    text: query.text,
    category: query.category ? [query.category] : [],
    freeSpots: query.freeSpots,
    organizerId: query.district,
  }
  const [found, categories] = await Promise.all([
    loadEducationPage(ctx, { ...filter, ...byTitle, page: query.page, pageSize }),
    selectCategoryNames(ctx.db),
  ])
  const { total, page } = found
  return { items: found.items.map((card) => toPublicEducation(card, categories)), total, page, pageSize }
}
