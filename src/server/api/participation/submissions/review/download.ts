import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js'
import type { Ctx } from '#api/context.ts'
import { contentDisposition } from '#api/foundation/files/rules.ts'
import { isDownloadable } from '#api/foundation/scans/rules.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { Statement } from '#platform/database.ts'
import { toStorageKey } from '../content-url.ts'
import { recordDownload } from '../record-download.ts'
import { createArchiveNames, submissionLimits } from '../rules.ts'
import { parseVersions, type SubmissionRow } from '../storage.ts'
import { listReviewable } from './storage.ts'

type Version = Pick<ReturnType<typeof parseVersions>[number], 'version' | 'fileName'>

configure({ useWebWorkers: false })

const headersFor = (name: string, contentType: string) => ({
  'content-type': contentType,
  'content-disposition': contentDisposition(name, false),
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
})

/**
 * Responds with a submission's file as a download, never for display on the portal's own origin, and records the
 * reading. Without `version` it is the newest.
 *
 * @throws Refused('file_infected') when the virus scan found malware.
 * @throws Refused('not_found') when the caller cannot review the submission, or the file does not exist.
 */
export async function downloadFile(ctx: Ctx, id: number, version: number | undefined): Promise<Response> {
  const [row] = await listReviewable(ctx.db, ctx.actor, [id])
  const file = row && parseVersions(row).find((one) => version === undefined || one.version === version)
  if (file && !isDownloadable(file.scan)) throw new Refused('file_infected')
  const object = file && (await ctx.files.get(toStorageKey(file.key)))
  if (!object) throw new Refused('not_found')
  await ctx.db.commit([recordDownload(ctx, toAuditedFile(row, file))])
  return new Response(object.body, {
    headers: { ...headersFor(file.fileName, file.contentType), 'content-length': String(object.size) },
  })
}

const toAuditedFile = ({ submission: { id, userId } }: SubmissionRow, { version, fileName }: Version) => ({
  submissionId: id,
  userId,
  version,
  fileName,
})

interface ArchiveEntry {
  name: string
  key: string
  uploaded: Date
  /** Text that replaces a file that is not served. */
  note: string | null
}

/** Writes the files to a zip archive as a stream, one after another and without compression. */
async function pack(ctx: Ctx, files: readonly ArchiveEntry[], into: WritableStream<Uint8Array>): Promise<void> {
  const zip = new ZipWriter(into, { level: 0, useUnicodeFileNames: true })
  for (const { name, key, uploaded, note } of files) {
    if (note !== null) {
      await zip.add(`${name}.txt`, new Blob([note]).stream(), { lastModDate: uploaded })
      continue
    }
    const object = await ctx.files.get(toStorageKey(key))
    if (!object) throw new Error(`${key} is missing in the file store`)
    await zip.add(name, object.body, { lastModDate: uploaded })
  }
  await zip.close()
}

async function loadArchive(ctx: Ctx, ids: readonly number[]): Promise<{ files: ArchiveEntry[]; records: Statement[] }> {
  const submissionIds = [...new Set(ids)]
  const rows = await listReviewable(ctx.db, ctx.actor, submissionIds)
  if (rows.length < submissionIds.length) throw new Refused('not_found')
  const newest = rows.flatMap((row) => {
    const [file] = parseVersions(row)
    return file
      ? [{ ...file, row, userName: row.userName ?? '', educationPartTitle: row.partTitle, name: file.fileName }]
      : []
  })
  if (newest.reduce((sum, { size }) => sum + size, 0) > submissionLimits.archiveBytes) throw new Refused('too_large')
  const names = createArchiveNames(newest)
  const infected = translator(ctx.language, 'refusals')('file_infected')
  const files = newest.map(({ key, uploaded, name, scan }, at) => ({
    key,
    uploaded: new Date(uploaded),
    name: names[at] ?? name,
    note: isDownloadable(scan) ? null : infected,
  }))
  const givenOut = newest.filter(({ scan }) => isDownloadable(scan))
  return { files, records: givenOut.map((file) => recordDownload(ctx, toAuditedFile(file.row, file))) }
}

/**
 * Responds with the newest files of several submissions as a streamed zip archive, and first records the reading of
 * each. A text explains each infected file in its place. A file that cannot be read aborts the download.
 *
 * @throws Refused('not_found') when the caller cannot review one of them.
 * @throws Refused('too_large') when the files are larger than 500 MiB together.
 */
export async function downloadArchive(ctx: Ctx, ids: readonly number[]): Promise<Response> {
  const { files, records } = await loadArchive(ctx, ids)
  await ctx.db.commit(records)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const out = writable.getWriter()
  const packing = pack(ctx, files, new WritableStream({ write: (chunk) => out.write(chunk) })).then(() => out.close())
  // The stream ends when the client disconnects. A file that cannot be read aborts the download, so that the archive
  // does not look complete.
  packing.catch((error: unknown) => {
    ctx.log.warn('submissions.archive', { error: String(error) })
    return out.abort(error).catch(() => undefined)
  })
  return new Response(readable, { headers: headersFor('inlamningar.zip', 'application/zip') })
}
