import type { Ctx } from '#api/context.ts'
import { countClubParticipants } from '#api/office/overview/storage.ts'
import { createDayConverter, findDistrict } from '#api/office/participations/rules.ts'
import { type Directory, loadDirectory } from '#api/office/participations/storage.ts'
import { recordReadsOfListById } from '#api/people/reach/reads/record-reads.ts'
import { calculateIncludedVat } from '#api/vat.ts'
import type { Translate } from '#locales/translate.ts'
import type { ReportQuery } from './contract.ts'
import { countInvoicingRows, type InvoicingRow, listInvoicingRows } from './invoicing-storage.ts'
import type { PeriodReport } from './rules.ts'
import type { Cell, Column } from './spreadsheet.ts'
import { countSignUpRows, listEducationRows, listPartRows, readPortions, type SignUpRow, toScope } from './storage.ts'
import { listSummary } from './summary-storage.ts'

type Rows = AsyncGenerator<Cell[][]>

interface ReportContext {
  ctx: Ctx
  query: ReportQuery
  t: Translate
}

/** Columns and rows of a report; the title of a column is the text `reports:column.<name>`. */
export interface ReportDefinition {
  columns: (Omit<Column, 'title'> & { name: string })[]
  rows: (context: ReportContext) => Rows
}

const column = (name: string, width: number, kind: NonNullable<Column['kind']> = 'text') => ({ name, width, kind })

const clubAndDistrict = ({ organizations }: Directory, clubId: number | null) => {
  const district = findDistrict(organizations, clubId)
  return [
    clubId === null ? null : (organizations.get(clubId)?.name ?? null),
    district === null ? null : (organizations.get(district)?.name ?? null),
  ]
}

async function* signUps({ ctx, query, t }: ReportContext): Rows {
  const [slice, directory, toDay] = [toScope(ctx, query), await loadDirectory(ctx.db), createDayConverter()]
  const toCells = (row: SignUpRow): Cell[] => {
    const education = row.educationId === null ? undefined : directory.educations.get(row.educationId)
    return [
      ...[education?.title, row.partTitle ?? t('wholeEducation'), education?.categories, education?.roles],
      ...[`${row.firstName} ${row.lastName}`, row.email, ...clubAndDistrict(directory, row.clubId)],
      ...[t(row.isExternal ? 'yes' : 'no'), toDay(row.signedUpAt)],
      ...[t(row.completed ? 'yes' : 'no'), toDay(row.completed ? row.completedAt : null)],
    ]
  }
  for (const list of [listPartRows, listEducationRows])
    for await (const rows of readPortions<SignUpRow>((after, limit) => list(ctx.db, slice, after, limit))) {
      await recordReadsOfListById(
        ctx,
        rows.map(({ userId }) => userId),
      )
      yield rows.map(toCells)
    }
}

async function* summary({ ctx, query }: ReportContext): Rows {
  const [directory, rows] = [await loadDirectory(ctx.db), await listSummary(ctx, toScope(ctx, query))]
  const withTitles = rows.flatMap((row) => {
    const education = directory.educations.get(row.educationId)
    return education ? [{ ...row, education }] : []
  })
  const cells = withTitles
    .sort((a, b) => a.education.title.localeCompare(b.education.title, 'sv') || a.educationId - b.educationId)
    .map(({ education, ...row }) => [
      ...[education.categories, education.title, row.signedUp, row.inProgress, row.completed, row.external],
      ...[row.occasions, row.canceledOccasions, row.incomeMinor / 100],
    ])
  yield cells
}

async function* hours({ ctx, query }: ReportContext): Rows {
  const [directory, rows] = [await loadDirectory(ctx.db), await countClubParticipants(ctx.db, toScope(ctx, query))]
  yield rows.map((row) => {
    const education = directory.educations.get(row.educationId)
    const each = (education?.hoursHundredths ?? 0) / 100
    return [
      ...[education?.title, education?.categories, ...clubAndDistrict(directory, row.clubId)],
      ...[row.participants, each, (row.participants * (education?.hoursHundredths ?? 0)) / 100, row.under25],
    ]
  })
}

/**
 * Returns the text key of the column "completed". The specification fixes the columns, so a cancelled sign-up whose fee
 * is due is marked in this one.
 */
const completedKey = ({ completed, canceled, attended }: InvoicingRow) => {
  if (canceled) return attended ? 'noFailed' : 'noButDue'
  return completed ? 'yes' : 'no'
}

async function* invoicing({ ctx, query, t }: ReportContext): Rows {
  const [slice, directory, toDay] = [toScope(ctx, query), await loadDirectory(ctx.db), createDayConverter()]
  for await (const rows of readPortions((after, limit) => listInvoicingRows(ctx.db, slice, after, limit))) {
    await recordReadsOfListById(
      ctx,
      rows.map(({ userId }) => userId),
    )
    yield rows.map((row) => {
      const vatMinor = calculateIncludedVat(row.feeMinor, row.vatRate)
      return [
        ...[row.recipient, row.orgNr, row.address, row.postalNumber, row.city, row.email],
        ...[row.participant, directory.educations.get(row.educationId ?? 0)?.title, row.partTitle],
        ...[toDay(row.startsAt), toDay(row.signedUpAt), t(completedKey(row))],
        ...[(row.feeMinor - vatMinor) / 100, vatMinor / 100, row.feeMinor / 100],
      ]
    })
  }
}

/**
 * Definition of each report, with the columns of the specification in its order
 * (docs/spec/decisions.md#reports-in-excel).
 */
export const reportDefinitions: Record<PeriodReport, ReportDefinition> = {
  SignedUpAndCompleted: {
    rows: signUps,
    columns: [
      ...[column('education', 36), column('part', 30), column('category', 20), column('role', 20), column('name', 26)],
      ...[column('email', 30), column('club', 28), column('district', 22), column('external', 8)],
      ...[column('signUpDate', 14, 'day'), column('completed', 11), column('completedDate', 16, 'day')],
    ],
  },
  Summary: {
    rows: summary,
    columns: [
      ...[column('category', 24), column('education', 40), column('signedUpCount', 15, 'number')],
      ...[column('inProgressCount', 15, 'number'), column('completedCount', 17, 'number')],
      ...[column('externalCount', 14, 'number'), column('occasionCount', 15, 'number')],
      ...[column('canceledCount', 15, 'number'), column('income', 14, 'amount')],
    ],
  },
  EducationHours: {
    rows: hours,
    columns: [
      ...[column('education', 40), column('category', 24), column('club', 30), column('district', 24)],
      ...[column('participantCount', 15, 'number'), column('hoursEach', 21, 'amount')],
      ...[column('hoursTotal', 14, 'amount'), column('under25', 20, 'number')],
    ],
  },
  ManualInvoicing: {
    rows: invoicing,
    columns: [
      ...[column('recipient', 30), column('orgNr', 14), column('address', 26), column('postalNumber', 12)],
      ...[column('city', 18), column('email', 30), column('participant', 26), column('education', 36)],
      ...[column('part', 28), column('occasion', 14, 'day'), column('signUpDate', 14, 'day'), column('completed', 11)],
      ...[column('net', 12, 'amount'), column('vat', 12, 'amount'), column('sum', 12, 'amount')],
    ],
  },
}

/**
 * Counts the rows of a report of a period in the caller's scope; 0 for a report that sums, whose number is unknown
 * before it is written.
 */
export async function countReportRows(ctx: Ctx, report: PeriodReport, query: ReportQuery): Promise<number> {
  if (report === 'SignedUpAndCompleted') return countSignUpRows(ctx.db, toScope(ctx, query))
  return report === 'ManualInvoicing' ? countInvoicingRows(ctx.db, toScope(ctx, query)) : 0
}
