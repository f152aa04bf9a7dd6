import { z } from 'zod'
import { contract } from '../calls.ts'
import { id, instant } from '../wire.ts'
import { packageFormats, packageNotes } from './course-structure.ts'
import { packageRefusals } from '../package-refusals.ts'
import { limits } from './rules.ts'

export { isPackageFault } from './course-structure.ts'

const Refusal = z.enum(Object.keys(packageRefusals) as [keyof typeof packageRefusals])

/** An uploaded course: `ready` ones are served, `refused` ones say why and are gone. */
export const ContentPackage = z.object({
  id,
  originalName: z.string(),
  size: z.int(),
  state: z.enum(['uploaded', 'unpacking', 'ready', 'refused']),
  refusal: Refusal.nullable(),
  /** The reason in the reader's language. */
  message: z.string().nullable(),
  title: z.string().nullable(),
  /** What it was made as, once it stands; `page` when no manifest says. */
  format: z.enum(packageFormats),
  /** What its manifest asks for and is not followed. */
  notes: z.array(z.enum(packageNotes)),
  /** What its manifest names and it lacks: how many files, and the first of them. */
  missingFiles: z.object({ count: z.int(), names: z.array(z.string()) }),
  filesDone: z.int(),
  filesTotal: z.int(),
})
export type ContentPackage = z.infer<typeof ContentPackage>

/** One of the packages that a part or educator material has had. */
export const PackageVersion = ContentPackage.extend({
  uploaded: instant,
  uploadedBy: z.string().nullable(),
  /** The one that is run. */
  current: z.boolean(),
})
export type PackageVersion = z.infer<typeof PackageVersion>

export const PackageUpload = z.object({ uploadId: z.guid(), partSize: z.int(), parts: z.int() })

const uploadId = z.object({ uploadId: z.guid() })

/** Every part but the last has this size; the file store takes no smaller ones than 5 MiB. */
export const partSize = 8 * 1024 * 1024

export const packages = contract({
  'POST /Packages/uploads': {
    who: 'educatorsUp',
    body: z.object({ fileName: z.string().min(1).max(300), size: z.int().min(1).max(limits.archiveBytes) }),
    reply: PackageUpload,
    repeatable: true,
    summary: 'Begins the upload of a package in parts, for packages too large for one request.',
  },
  'PUT /Packages/uploads/:uploadId/parts/:number': {
    who: 'educatorsUp',
    params: uploadId.extend({ number: z.coerce.number().pipe(z.int().min(1).max(10_000)) }),
    bodyMb: 9,
    reply: z.object({ number: z.int() }),
    summary: 'One part, as the raw body; sending it again replaces it.',
  },
  'POST /Packages/uploads/:uploadId/complete': {
    who: 'educatorsUp',
    params: uploadId,
    body: z.object({ educationPartId: id.nullable() }),
    reply: ContentPackage,
    repeatable: true,
    summary: 'Joins the parts and queues the unpacking; the part keeps its old version until the new one stands.',
  },
  'DELETE /Packages/uploads/:uploadId': {
    who: 'educatorsUp',
    params: uploadId,
    reply: z.null(),
    summary: 'Gives an upload up.',
  },
  'POST /Packages': {
    who: 'educatorsUp',
    multipart: 'request',
    body: z.object({ educationPartId: id.nullable() }),
    reply: ContentPackage,
    repeatable: true,
    summary: 'A package in one request.',
  },
  'GET /Packages/:id': {
    who: 'educatorsUp',
    reply: ContentPackage,
    summary: 'How far the unpacking has come, or why it was refused.',
  },
  'GET /EducationParts/:id/packages': {
    who: 'educatorsUp',
    reply: z.array(PackageVersion),
    summary: 'The packages that a part has had, newest first, for those who manage it.',
  },
  'GET /EducatorArticulates/:id/packages': {
    who: 'educatorsUp',
    reply: z.array(PackageVersion),
    summary: 'The packages that educator material has had, newest first, for those who manage its part.',
  },
})
