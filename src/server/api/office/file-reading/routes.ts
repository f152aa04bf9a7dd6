import type { Visitor } from '#api/context.ts'
import { isSigned } from '#api/foundation/files/address.ts'
import { disposition, isShownInPlace, policyFor } from '#api/foundation/files/rules.ts'
import { findFile, type StoredFile } from '#api/foundation/files/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { storedObjectResponse } from '#platform/stored-object.ts'
import { files } from './contract.ts'
import { mayReadFile } from './may-read-file.ts'

// What is stored never changes under its id, so a public file is kept for good.
const lifetimes = { open: 'public, max-age=31536000, immutable', signed: 'private, max-age=21600' }

const headersOf = (file: StoredFile, isDownload: boolean) => ({
  'content-type': file.contentType,
  'content-disposition': disposition(file.name, isShownInPlace(file.contentType) && !isDownload),
  'x-content-type-options': 'nosniff',
  'content-security-policy': policyFor(file.contentType),
  'cache-control': file.visibility === 'Public' ? lifetimes.open : lifetimes.signed,
})

/** Films are asked for range by range: a player that jumps ahead does not wait for all before it. */
async function stored(ctx: Visitor, file: StoredFile, isDownload: boolean, request: Request | null): Promise<Response> {
  const headersFor = () => headersOf(file, isDownload)
  const response = await storedObjectResponse({ files: ctx.files, key: file.key, request, headersFor })
  if (!response) throw new Refused('not_found')
  return response
}

export const routes = serve(files, {
  'GET /files/:id': async ({ params, query, request }, ctx) => {
    const file = await findFile(ctx.db, params.id)
    const { until, sig } = query
    const signed = until !== undefined && sig !== undefined
    if (!file) throw new Refused('not_found')
    const isOpened = signed && isSigned(ctx.env.SESSION_SECRET, file.id, { until, sig }, ctx.now)
    if (!isOpened && !(await mayReadFile(ctx, file, params.id))) throw new Refused('not_found')
    return stored(ctx, file, query.download, request)
  },
})
