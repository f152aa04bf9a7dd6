import type { Ctx } from '#api/context.ts'
import { serveErrorsFile } from '#api/foundation/files/errors-file.ts'
import { translator } from '#locales/translate.ts'
import { loadLatestBatch } from './preview.ts'
import { columnKeys, columnNames } from './rules.ts'
import { listErrorRows } from './storage.ts'

/**
 * Responds with a CSV file of the rows with errors of the caller's latest import of results: the columns of an import
 * file, and what is wrong with each row in the caller's language. Without an import, or without errors, it has only the
 * heading.
 */
export async function serveResultErrors(ctx: Ctx): Promise<Response> {
  const batch = await loadLatestBatch(ctx)
  const rows = batch ? await listErrorRows(ctx.db, batch.id) : []
  const t = translator(ctx.language, 'imports')
  return serveErrorsFile({
    name: t('errorsFileName'),
    header: [...Object.values(columnNames), t('errorColumn')],
    rows: rows.map(({ given, reason }) => [
      ...columnKeys.map((key) => given[key]),
      reason ? t(`reason.${reason}`) : '',
    ]),
  })
}
