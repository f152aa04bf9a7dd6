import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { ContentPackage, PackageVersion } from '#api/catalogue/packages/contract.ts'
import { packageLimits } from '#api/catalogue/packages/rules.ts'
import { StartedUpload } from '#api/foundation/uploads/contract.ts'
import { id, line } from '#api/wire.ts'

const uploadId = z.object({ uploadId: z.guid() })

export const packages = contract({
  'POST /Packages/uploads': {
    who: 'educatorsUp',
    body: z.object({ fileName: line.min(1).max(300), size: z.int().min(1).max(packageLimits.archiveBytes) }),
    reply: StartedUpload,
    repeatable: true,
    summary: 'Begins the upload of a package in parts, for packages too large for one request.',
  },
  'PUT /Packages/uploads/:uploadId/parts/:number': {
    who: 'educatorsUp',
    params: uploadId.extend({ number: z.coerce.number().pipe(z.int().min(1).max(10_000)) }),
    bodyMb: 9,
    reply: z.object({ number: z.int() }),
    summary: 'Receives one part as the raw body; sending it again replaces it.',
  },
  'POST /Packages/uploads/:uploadId/complete': {
    who: 'educatorsUp',
    params: uploadId,
    body: z.object({ educationPartId: id.nullable() }),
    reply: ContentPackage,
    repeatable: true,
    summary: 'Joins the parts and queues the unpacking. The part serves its old version until the new one is ready.',
  },
  'DELETE /Packages/uploads/:uploadId': {
    who: 'educatorsUp',
    params: uploadId,
    reply: z.null(),
    summary: 'Aborts an upload.',
  },
  'POST /Packages': {
    who: 'educatorsUp',
    multipart: 'request',
    body: z.object({ educationPartId: id.nullable() }),
    reply: ContentPackage,
    repeatable: true,
    summary: 'Uploads a package in one request.',
  },
  'GET /Packages/:id': {
    who: 'educatorsUp',
    reply: ContentPackage,
    summary: 'Returns the progress of the unpacking, or why it was refused, to the uploader and managers of its part.',
  },
  'GET /EducationParts/:id/packages': {
    who: 'educatorsUp',
    reply: z.array(PackageVersion),
    summary: 'Lists the packages that a part has had, newest first, for its managers.',
  },
  'GET /EducatorArticulates/:id/packages': {
    who: 'educatorsUp',
    reply: z.array(PackageVersion),
    summary: 'Lists the packages that educator material has had, newest first, for managers of its part.',
  },
})
