import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { id, instant, line, version } from '#api/wire.ts'

export const EducationCategory = z.object({
  id,
  name: z.string(),
  shortName: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  color: z.string().nullable(),
  order: z.int(),
  active: z.boolean(),
  /** Id of the corresponding category in the sports IT system. */
  idrottOnlineCategoryId: z.string().nullable(),
  lastChange: instant,
})
export type EducationCategory = z.infer<typeof EducationCategory>

/** Creates a category without an id; with an id, `lastChange` is the version that is edited. */
export const SavedEducationCategory = z.object({
  id: id.nullish(),
  name: line.min(1).max(100),
  shortName: line.min(1).max(30).nullish(),
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'color')
    .nullish(),
  order: z.int().min(0).max(10_000).default(0),
  active: z.boolean().default(true),
  idrottOnlineCategoryId: z.string().trim().min(1).max(40).nullish(),
  lastChange: version,
})
export type SavedEducationCategory = z.infer<typeof SavedEducationCategory>

export const educationCategories = contract({
  'GET /EducationCategory': {
    who: 'signedIn',
    reply: z.array(EducationCategory),
    cache: sharedCache(300, 'everyone', 'categories'),
  },
  'PUT /EducationCategory': {
    who: 'superadministrators',
    body: z.union([SavedEducationCategory, z.array(SavedEducationCategory).min(1).max(200)]),
    reply: z.union([EducationCategory, z.array(EducationCategory)]),
    changes: ['categories', 'educations'],
    repeatable: true,
    summary:
      'Saves one or several categories; one in the request gives one in the reply. Nothing is deleted: `active` retires a category.',
  },
  'GET /educationCategory/IdrottOnlineEducationCategories': {
    who: 'superadministrators',
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
    summary:
      'Lists the categories of the sports IT system, to map own ones to; a built-in list while that system is unavailable.',
  },
  'PUT /EducationCategory/AddUserToEducationCategory': {
    who: 'signedIn',
    feature: 'UserToEducationCategoryFiltering',
    body: z.object({ userId: id.optional(), educationCategoryIds: z.array(id).max(200) }),
    reply: z.array(id),
    summary: 'Replaces the caller’s favourite branches.',
  },
  'GET /user/:id/UserToEducationCategory': {
    who: 'signedIn',
    feature: 'UserToEducationCategoryFiltering',
    reply: z.array(id),
    summary: 'Lists the favourite branches of a person.',
  },
})
