import { byteOrderMark, csvLine } from '#api/foundation/audit/rules.ts'

interface ErrorsFile {
  /** File name without its extension. */
  name: string
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/**
 * Creates the response with rows of an import that have errors: a CSV file in UTF-8 with semicolons, which a Swedish
 * spreadsheet opens and the import reads.
 */
export const serveErrorsFile = ({ name, header, rows }: ErrorsFile): Response =>
  new Response(byteOrderMark + [header, ...rows].map(csvLine).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
  })
