import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import {
  id,
  instant,
  line,
  namesById,
  noContent,
  pageSchema,
  queryId,
  queryPage,
  queryPageSize,
  version,
} from '#api/wire.ts'

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
  lastChange: instant,
})
export type Media = z.infer<typeof Media>

export const MediaTag = z.object({ id, name: z.string(), order: z.int() })
export type MediaTag = z.infer<typeof MediaTag>

const ids = z.array(id).max(200).default([])

/**
 * The fields of a medium. Its file comes with the request, or was uploaded in parts before and is named by `uploadId`.
 */
export const MediaRequest = z.object({
  id: id.nullish(),
  title: line.min(1).max(200),
  description: z.string().trim().max(2000).nullable().default(null),
  educationIds: ids,
  tagIds: ids,
  inLibrary: z.boolean().default(true),
  /** Only for a link. */
  url: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .nullish(),
  uploadId: z.guid().nullish(),
  /** The version that the form has loaded; a save of an older version is refused. */
  lastChange: version,
})
export type MediaRequest = z.infer<typeof MediaRequest>

export const MediaLink = z.object({
  title: line.min(1).max(200),
  url: z.url({ protocol: /^https$/ }).max(1000),
  educationId: id.nullish(),
  tagIds: ids,
  inLibrary: z.boolean().default(true),
})
export type MediaLink = z.infer<typeof MediaLink>

const MediaTagInput = z.object({
  name: line.min(1).max(100),
  order: z.int().min(0).max(10_000).optional(),
})

const page = z.object({ page: queryPage, pageSize: queryPageSize.default(200) })

export const media = contract({
  'GET /Media/medialibrary': {
    who: 'signedIn',
    query: page.extend({ tagId: queryId.optional() }),
    reply: z.array(Media),
    cache: sharedCache(300, 'members', 'media'),
    summary: 'Lists the media library.',
  },
  'GET /Media/mediatag/:id': {
    who: 'signedIn',
    query: page,
    reply: z.array(Media),
    cache: sharedCache(300, 'members', 'media'),
    summary: 'Lists the media of the library with a tag.',
  },
  'GET /Media/education/:id': {
    who: 'signedIn',
    reply: z.array(Media),
    summary: 'Lists the media of an education: those in the library, and for participants and managers the others too.',
  },
  'GET /MediaTag': {
    who: 'signedIn',
    reply: z.array(MediaTag),
    cache: sharedCache(300, 'members', 'media'),
    summary: 'Lists the tags of the media library.',
  },
  'GET /Media/page': {
    who: 'signedIn',
    query: page.extend({ q: z.string().trim().max(200).default(''), tagId: queryId.optional() }),
    reply: pageSchema(Media),
    cache: sharedCache(60, 'members', 'media'),
    summary: 'Lists a page of the media library, filtered by words and by tag.',
  },
  'GET /Media/mediakeyvaluepair': {
    who: 'educatorsUp',
    reply: namesById,
    summary:
      'Returns the titles by id of the media that the caller may connect to an education: the library and own uploads.',
  },
  'POST /Media': {
    who: 'educatorsUp',
    multipart: 'request',
    body: MediaRequest,
    reply: Media,
    changes: ['media'],
    repeatable: true,
    summary:
      'Creates a file medium. A file above 25 MB is first sent in parts by `POST /Packages/uploads` and named by `uploadId`.',
  },
  'PUT /Media': {
    who: 'educatorsUp',
    multipart: 'request',
    body: MediaRequest,
    reply: Media,
    changes: ['media'],
    repeatable: true,
    summary: 'Changes a medium, and replaces its file if the request has one.',
  },
  'POST /Media/links': {
    who: 'educatorsUp',
    body: z.array(MediaLink).min(1).max(50),
    reply: z.array(Media),
    changes: ['media'],
    repeatable: true,
    summary: 'Creates links.',
  },
  'POST /Media/education/:id': {
    who: 'educatorsUp',
    body: z.array(id).min(1).max(200),
    reply: z.array(Media),
    changes: ['media'],
    summary: 'Connects existing media to an education.',
  },
  'DELETE /Media/:mediaId/education/:educationId': {
    who: 'educatorsUp',
    reply: noContent,
    changes: ['media'],
    summary: 'Removes a medium from an education; the medium stays in the library.',
  },
  'DELETE /Media/:mediaId/mediatag/:tagId': {
    who: 'educatorsUp',
    reply: noContent,
    changes: ['media'],
    summary: 'Removes a tag from a medium.',
  },
  'DELETE /Media/:id': {
    who: 'educatorsUp',
    reply: noContent,
    changes: ['media'],
    summary: 'Deletes a medium with its file.',
  },
  'POST /MediaTag': {
    who: 'superadministrators',
    body: MediaTagInput,
    reply: MediaTag,
    changes: ['media'],
    repeatable: true,
    summary: 'Creates a tag, last in the order.',
  },
  'PUT /MediaTag': {
    who: 'superadministrators',
    body: MediaTagInput.extend({ id }),
    reply: MediaTag,
    changes: ['media'],
    summary: 'Renames or moves a tag.',
  },
  'DELETE /MediaTag/:id': {
    who: 'superadministrators',
    reply: noContent,
    changes: ['media'],
    summary: 'Deletes a tag; its media stay.',
  },
})
