import type { Ctx } from '#api/context.ts'
import { serveErrorsFile } from '#api/foundation/files/errors-file.ts'
import { translator } from '#locales/translate.ts'
import { toFileCells } from './shown-row.ts'
import { findLatestBatch, listErrorRows } from './storage.ts'

/**
 * Responds with a CSV file of the rows with errors of the caller's latest file of members: its own columns without
 * hashes, and what is wrong with each row in the caller's language. Without a file it has only the last heading.
 */
export async function serveMemberErrors(ctx: Ctx): Promise<Response> {
  const batch = await findLatestBatch(ctx.db, ctx.actor.id)
  const rows = batch ? await listErrorRows(ctx.db, batch.id) : []
  const t = translator(ctx.language, 'member-imports')
  const header = batch?.header ?? []
  return serveErrorsFile({
    name: t('errorsFileName'),
    header: [...header, t('errorColumn')],
    rows: rows.map(({ cells, reason }) => {
      const shown = toFileCells(cells, batch?.mapping ?? {})
      return [...header.map((_, at) => shown[at] ?? ''), reason ? t(`reason.${reason}`) : '']
    }),
  })
}
