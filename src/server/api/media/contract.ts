import { z } from 'zod'
import { contract, shared } from '../calls.ts'
import { id, queryId, queryPage, queryPageSize } from '../wire.ts'

/** File 0, Link 1. */
export const MediaKind = z.union([z.literal(0), z.literal(1)])

export const Media = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  kind: MediaKind,
  fileName: z.string().nullable(),
  contentType: z.string().nullable(),
  size: z.int().nullable(),
  url: z.string(),
  educationIds: z.array(id),
  tagIds: z.array(id),
  inLibrary: z.boolean(),
  uploadedByUserId: id,
})
export type Media = z.infer<typeof Media>

export const MediaTag = z.object({ id, name: z.string(), order: z.int() })
export type MediaTag = z.infer<typeof MediaTag>

const page = z.object({ page: queryPage, pageSize: queryPageSize.default(200) })

export const media = contract({
  'GET /Media/medialibrary': {
    who: 'signedIn',
    query: page.extend({ tagId: queryId.optional() }),
    reply: z.array(Media),
    cache: shared(300, 'members', 'media'),
    summary: 'The media library.',
  },
  'GET /Media/mediatag/:id': {
    who: 'signedIn',
    query: page,
    reply: z.array(Media),
    cache: shared(300, 'members', 'media'),
    summary: 'What the library holds under a tag.',
  },
  'GET /Media/education/:id': {
    who: 'signedIn',
    reply: z.array(Media),
    summary:
      'The media of an education: what is in the library, and for participants and those who manage it the rest.',
  },
  'GET /MediaTag': {
    who: 'signedIn',
    reply: z.array(MediaTag),
    cache: shared(300, 'members', 'media'),
    summary: 'The tags of the media library.',
  },
})
