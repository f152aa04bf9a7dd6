import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, line, noContent } from '#api/wire.ts'
import { maxQueryLength, viewListNames } from './rules.ts'

const list = z.enum(viewListNames)

export const SavedView = z.object({
  id,
  list,
  name: z.string(),
  /** The filter of the list as a normalised query, without `?`. */
  query: z.string(),
  /** Whether everybody who may open the list sees the view. */
  isShared: z.boolean(),
  /** The owner of a view that somebody else shares; null for an own one. */
  ownerName: z.string().nullable(),
  canRemove: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const NewSavedView = z.object({
  list,
  name: line.min(1).max(100),
  query: z.string().max(maxQueryLength),
  isShared: z.boolean(),
})
export type NewSavedView = z.infer<typeof NewSavedView>

export const savedViewCalls = contract({
  'GET /SavedViews': {
    who: 'staff',
    cache: 'never',
    query: z.object({ list }),
    reply: z.array(SavedView),
    summary:
      'Lists the saved views of a list by name: the caller’s own and shared ones. Empty for a list without access.',
  },
  'POST /SavedViews': {
    who: 'staff',
    body: NewSavedView,
    reply: SavedView,
    repeatable: true,
    summary: 'Saves a view of a list, and replaces an own one of the same name. Administrators may share it.',
  },
  'DELETE /SavedViews/:id': {
    who: 'staff',
    reply: noContent,
    summary: 'Removes an own view; superadministrators also a shared one. Repeating it changes nothing.',
  },
})
