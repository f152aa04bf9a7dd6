import { columnNames } from './rules.ts'

const lines = [
  Object.values(columnNames),
  ['1234567', '', '', '', '', 'Grundkurs för funktionärer', '2021-03-14', 'Exempelstads MK'],
  ['', 'anna.exempel@example.se', '', 'Exempel', '', 'Grundkurs för funktionärer', '2021-03-14', 'Exempelstads MK'],
  ['', '', 'Åke', 'Öberg', '1984-05-09', 'Flaggvakt', '2019/09/01', 'Exempelstads MK'],
]

/** Serves an example file. Starts with a byte order mark, by which Swedish spreadsheet programs recognise UTF-8. */
export const serveExampleFile = () =>
  new Response(`\uFEFF${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="exempel-utbildningsresultat.csv"',
    },
  })
