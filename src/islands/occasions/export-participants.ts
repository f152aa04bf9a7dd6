import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import type { Row } from './participant-rows.ts'

interface Export {
  rows: readonly Row[]
  questions: ReadonlyMap<number, string>
  fileName: string
  language: string
  t: Translate
}

/** The list as an Excel file. Every cell is text or a date and never a formula, whatever somebody has named themselves. */
export async function exportParticipants({ rows, questions, fileName, language, t }: Export): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/browser')
  const heads = ['name', 'email', 'phone', 'birthDate', 'organizations', 'signUpDate', 'state', 'guardian']
  const text = (value: string | null | undefined) => ({ type: String, value: value ?? '' })
  const head = (value: string) => ({ ...text(value), fontWeight: 'bold' as const })
  const line = (row: Row) => [
    text(row.name),
    text(row.email),
    text(row.phone),
    text(row.birthDate),
    text(row.organizationNames.join(', ')),
    text(row.signUpDate && momentText(row.signUpDate, 'moment', language)),
    text(t(`stateText.${row.state}`)),
    text(row.guardianName),
    ...[...questions.keys()].map((id) => text(row.customAnswers.find(({ questionId }) => questionId === id)?.answer)),
  ]
  const titles = [...heads.map((name) => head(t(`column.${name}`))), ...[...questions.values()].map(head)]
  const sheet = [titles, ...rows.filter(({ canceled }) => !canceled).map(line)]
  const columns = titles.map((_, at) => ({ width: at === 1 || at === 4 ? 30 : 20 }))
  await writeExcelFile(sheet, { columns, stickyRowsCount: 1 }).toFile(fileName)
}
