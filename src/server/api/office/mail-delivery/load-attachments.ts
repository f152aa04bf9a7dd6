import type { Visitor } from '#api/context.ts'
import { listFilesById } from '#api/foundation/files/storage.ts'
import type { Mail } from '#api/foundation/mails/transports/transport.ts'
import type { ScanState } from '#api/foundation/scans/rules.ts'
import { findScanState } from '#api/foundation/scans/storage.ts'
import { hasScanner } from '#api/foundation/scans/virus-scanner.ts'
import { toAttachmentName } from './rules.ts'

type Attachment = NonNullable<Mail['attachments']>[number]

/** @throws Error unless the scanner has found the file clean. Without a scanner only an infected file is refused. */
function checkScan(id: number, state: ScanState, env: Env): void {
  if (state === 'Infected') throw new Error(`the attached file ${id} is infected`)
  if (hasScanner(env) && state !== 'Clean') throw new Error(`the attached file ${id} is not scanned yet`)
}

/**
 * Reads stored files as attachments of a mail, in the order of `fileIds`, with names that fit a mail. Access is not
 * checked here.
 *
 * @throws Error when one is gone, or is infected or not scanned yet; the mail is then not sent, and its job tries
 * again.
 */
export async function loadAttachments(
  ctx: Pick<Visitor, 'db' | 'files' | 'env'>,
  fileIds: readonly number[],
): Promise<Attachment[]> {
  if (fileIds.length === 0) return []
  const files = await listFilesById(ctx.db, fileIds)
  return Promise.all(
    fileIds.map(async (id) => {
      const file = files.find((one) => one.id === id)
      const object = file && (await ctx.files.get(file.key))
      if (!file || !object) throw new Error(`the attached file ${id} is gone`)
      checkScan(id, await findScanState(ctx.db, file.key), ctx.env)
      const content = new Uint8Array(await object.arrayBuffer())
      return { filename: toAttachmentName(file.name), mimeType: file.contentType, content }
    }),
  )
}
