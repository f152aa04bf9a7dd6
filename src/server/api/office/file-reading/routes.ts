import type { Visitor } from '#api/context.ts'
import { isSignatureValid } from '#api/foundation/files/address.ts'
import { contentDisposition, contentSecurityPolicy, isDisplayable } from '#api/foundation/files/rules.ts'
import { findFile, type StoredFile } from '#api/foundation/files/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { createObjectResponse } from '#platform/stored-object.ts'
import { files } from './contract.ts'
import { canReadFile } from './may-read-file.ts'

// The content of an id never changes, so public files can be cached for a year.
const lifetimes = { open: 'public, max-age=31536000, immutable', signed: 'private, max-age=21600' }

const headersOf = (file: StoredFile, isDownload: boolean) => ({
  'content-type': file.contentType,
  'content-disposition': contentDisposition(file.name, isDisplayable(file.contentType) && !isDownload),
  'x-content-type-options': 'nosniff',
  'content-security-policy': contentSecurityPolicy(file.contentType),
  'cache-control': file.visibility === 'Public' ? lifetimes.open : lifetimes.signed,
})

/** Serves a stored file, also by byte range: video players request ranges to jump ahead. */
async function serveFile(
  ctx: Visitor,
  file: StoredFile,
  isDownload: boolean,
  request: Request | null,
): Promise<Response> {
  const headersFor = () => headersOf(file, isDownload)
  const response = await createObjectResponse({ files: ctx.files, key: file.key, request, headersFor })
  if (!response) throw new Refused('not_found')
  return response
}

export const routes = serve(files, {
  'GET /files/:id': async ({ params, query, request }, ctx) => {
    const file = await findFile(ctx.db, params.id)
    const { until, sig } = query
    const signed = until !== undefined && sig !== undefined
    if (!file) throw new Refused('not_found')
    const hasValidSignature = signed && isSignatureValid(ctx.env.SESSION_SECRET, file.id, { until, sig }, ctx.now)
    if (!hasValidSignature && !(await canReadFile(ctx, file, params.id))) throw new Refused('not_found')
    return serveFile(ctx, file, query.download, request)
  },
})
