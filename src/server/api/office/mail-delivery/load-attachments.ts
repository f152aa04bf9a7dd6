import type { Visitor } from '#api/context.ts'
import { listFilesById } from '#api/foundation/files/storage.ts'
import type { Mail } from '#api/foundation/mails/transports/transport.ts'
import { isDownloadable } from '#api/foundation/scans/rules.ts'
import { findScanState } from '#api/foundation/scans/storage.ts'
import { toAttachmentName } from './rules.ts'

type Attachment = NonNullable<Mail['attachments']>[number]

/**
 * Reads stored files for a mail, in the order of their ids.
 *
 * @throws Error when one is gone, or the virus scanner has found it infected; the mail is then not sent.
 */
export async function loadAttachments(
  ctx: Pick<Visitor, 'db' | 'files'>,
  fileIds: readonly number[],
): Promise<Attachment[]> {
  if (fileIds.length === 0) return []
  const files = await listFilesById(ctx.db, fileIds)
  return Promise.all(
    fileIds.map(async (id) => {
      const file = files.find((one) => one.id === id)
      const object = file && (await ctx.files.get(file.key))
      if (!file || !object) throw new Error(`the attached file ${id} is gone`)
      if (!isDownloadable(await findScanState(ctx.db, file.key))) throw new Error(`the attached file ${id} is infected`)
      const content = new Uint8Array(await object.arrayBuffer())
      return { filename: toAttachmentName(file.name), mimeType: file.contentType, content }
    }),
  )
}
