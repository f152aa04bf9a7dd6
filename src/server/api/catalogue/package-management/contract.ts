import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { ContentPackage, PackageVersion } from '#api/catalogue/packages/contract.ts'
import { packageLimits } from '#api/catalogue/packages/rules.ts'
import { StartedUpload } from '#api/foundation/uploads/contract.ts'
import { id } from '#api/wire.ts'

const uploadId = z.object({ uploadId: z.guid() })

export const packages = contract({
  'POST /Packages/uploads': {
    who: 'educatorsUp',
    body: z.object({ fileName: z.string().min(1).max(300), size: z.int().min(1).max(packageLimits.archiveBytes) }),
    reply: StartedUpload,
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
