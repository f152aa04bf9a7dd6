import type { Visitor } from '#api/context.ts'
import { isSignatureValid } from '#api/foundation/files/address.ts'
import { findFile, type StoredFile } from '#api/foundation/files/storage.ts'
import { isDownloadable } from '#api/foundation/scans/rules.ts'
import { findScanState } from '#api/foundation/scans/storage.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { files } from './contract.ts'
import { canReadFile } from './may-read-file.ts'
import { serveFile } from './serve-file.ts'

/** Whether the virus scanner has found a file of a mailing infected; nobody gets it, not even by a signed URL. */
const isInfectedAttachment = async ({ db }: Visitor, { purpose, key }: StoredFile): Promise<boolean> =>
  purpose === 'MailingFile' && !isDownloadable(await findScanState(db, key))

export const routes = serve(files, {
  'GET /files/:id': async ({ params, query, request }, ctx) => {
    const file = await findFile(ctx.db, params.id)
    const { until, sig, download, width } = query
    const signed = until !== undefined && sig !== undefined
    if (!file) throw new Refused('not_found')
    const hasValidSignature = signed && isSignatureValid(ctx.env.SESSION_SECRET, file.id, { until, sig }, ctx.now)
    if (!hasValidSignature && !(await canReadFile(ctx, file, params.id))) throw new Refused('not_found')
    if (await isInfectedAttachment(ctx, file)) throw new Refused('not_found')
    return serveFile(ctx, file, { isDownload: download, width, request })
  },
})
