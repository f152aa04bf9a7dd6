import { createDayConverter } from '#api/office/participations/rules.ts'
import type { Cell, Column, Spreadsheet } from '#api/office/reports/spreadsheet.ts'
import { momentText } from '#locales/moments.ts'
import type { Translate } from '#locales/translate.ts'
import type { StudyOccasion } from './contract.ts'

const column = (name: string, width: number, kind: Column['kind'] = 'text') => ({ name, width, kind })

const columns = [
  ...[column('title', 32), column('education', 36), column('startDay', 12, 'day'), column('startTime', 8)],
  ...[column('endDay', 12, 'day'), column('endTime', 8), column('venue', 24), column('city', 18)],
  ...[column('organizer', 28), column('leader', 26), column('break', 10, 'number'), column('units', 10, 'number')],
  ...[column('participants', 10, 'number'), column('reportedOn', 14, 'day'), column('reportedBy', 26)],
]

const toTime = (moment: Date) => momentText(moment, 'time', 'sv')

async function* once<Row>(rows: Row[]) {
  yield rows
}

/**
 * Builds the Excel sheet of reported occasions: one row for each in the order given, with the number of participants
 * but no names, as the register asks for sums. Times are Swedish; headers are by `t`.
 */
export function buildSheet(occasions: readonly StudyOccasion[], t: Translate): Spreadsheet {
  const toDay = createDayConverter()
  const toCells = (one: StudyOccasion): Cell[] => [
    ...[one.title, one.educationTitle, toDay(one.startDate), toTime(one.startDate)],
    ...[toDay(one.endDate), toTime(one.endDate), one.venue, one.city],
    ...[one.organizerName, one.leaderName, one.report?.breakMinutes, one.units],
    ...[one.participants, toDay(one.report?.date ?? null), one.report?.byName],
  ]
  return {
    sheet: t('sheet.name'),
    columns: columns.map(({ name, ...rest }) => ({ ...rest, title: t(`sheet.${name}`) })),
    rows: once(occasions.map(toCells)),
  }
}
