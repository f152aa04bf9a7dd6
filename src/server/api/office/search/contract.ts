import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { MediaKind } from '#api/catalogue/media/contract.ts'
import { id, instant, namesById } from '#api/wire.ts'

/** Best matches of one kind; `more` is true when there are more. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), more: z.boolean() })

const FoundEducation = z.object({
  id,
  title: z.string(),
  code: z.string().nullable(),
  shortDescription: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  published: z.boolean(),
  categories: z.array(z.string()),
  /** Colour of the first category that has one, `#rrggbb`; null where none has. */
  categoryColor: z.string().nullable(),
  parts: z.array(z.string()),
})

export const FoundOccasion = z.object({
  id,
  educationId: id,
  educationPartId: id,
  type: EducationPartType,
  title: z.string(),
  educationTitle: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  venue: z.string().nullable(),
})
export type FoundOccasion = z.infer<typeof FoundOccasion>

const FoundMedium = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  kind: MediaKind,
  url: z.string(),
})

const FoundPerson = z.object({
  id,
  name: z.string(),
  pictureUrl: z.string().nullable(),
  organizations: namesById,
})

export const SearchResults = z.object({
  educations: groupOf(FoundEducation),
  occasions: groupOf(FoundOccasion),
  media: groupOf(FoundMedium),
  /** Null for callers who may not search for people. */
  people: groupOf(FoundPerson).nullable(),
  /** Whether the results are approximate matches, because nothing matched the text exactly. */
  near: z.boolean(),
})
export type SearchResults = z.infer<typeof SearchResults>

/** Search text with at least two letters or digits. */
export const SearchText = z
  .string()
  .trim()
  .max(200)
  .refine((text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2)

export const search = contract({
  'GET /search': {
    who: 'signedIn',
    query: z.object({
      q: SearchText,
      /** Highest number of results of each kind. */
      limit: z.string().transform(Number).pipe(z.int().min(1).max(25)).default(10),
    }),
    reply: SearchResults,
    cache: sharedCache(30, 'members', 'educations', 'occasions', 'media', 'categories'),
    summary:
      'Educations, coming occasions, media and, for educators, people in their scope; best first, misspelt or not.',
  },
})
