import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { momentText, periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Link } from '../ui/Link.tsx'
import type { Column } from '../ui/Table.tsx'
import { ReportFile } from './ReportFile.tsx'
import { UndoReport } from './UndoReport.tsx'

function Lacks({ lacks }: Pick<StudyOccasion, 'lacks'>) {
  const t = useTexts('study-reports')
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1.5">
      {lacks.map(({ kind, count, href }) => (
        <Link key={kind} href={href} aria-label={t('mendOf', { lack: t(`lack.${kind}`, { count }) })}>
          {t(`short.${kind}`, { count })}
        </Link>
      ))}
    </span>
  )
}

function Report({ title, report }: { title: string; report: NonNullable<StudyOccasion['report']> }) {
  const t = useTexts('study-reports')
  const language = useLanguage()
  const date = momentText(report.date, 'moment', language)
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {t('reported', { date, name: report.byName ?? t('unnamed') })}
      {report.isChanged && <Badge tone="warning">{t('changed')}</Badge>}
      <ReportFile title={title} report={report} />
      <UndoReport title={title} report={report} />
    </span>
  )
}

/** In one column: the table has no room for more at 1,440 pixels. */
function placeAndOrganizer({ venue, city, organizerName }: StudyOccasion): string {
  const place = [venue, city].filter(Boolean).join(', ')
  return [place, organizerName].filter(Boolean).join(' · ')
}

type StudyColumn = Column<StudyOccasion>

/**
 * Returns the columns of a list of occasions in one state: title, education, time, place with organiser, leader, units,
 * participants and a last one. That is `breakColumn`, or without one the report, with buttons to fetch its file again
 * and to undo it, or links to what it lacks.
 */
export function useStudyColumns(breakColumn: StudyColumn | null): StudyColumn[] {
  const t = useTexts('study-reports')
  const language = useLanguage()
  const last: StudyColumn = breakColumn ?? {
    key: 'state',
    header: t('column.state'),
    cell: (one) => (one.report ? <Report title={one.title} report={one.report} /> : <Lacks lacks={one.lacks} />),
  }
  return [
    {
      key: 'title',
      header: t('sheet.title'),
      isName: true,
      cell: (one) => <Link href={`/education/manageOccasion/${one.occasionId}`}>{one.title}</Link>,
    },
    { key: 'education', header: t('sheet.education'), cell: (one) => one.educationTitle },
    { key: 'when', header: t('column.when'), cell: (one) => periodText(one.startDate, one.endDate, language) },
    { key: 'place', header: t('sheet.venue'), cell: placeAndOrganizer },
    { key: 'leader', header: t('sheet.leader'), cell: (one) => one.leaderName },
    { key: 'units', header: t('column.units'), isNumeric: true, cell: (one) => one.units },
    { key: 'participants', header: t('sheet.participants'), isNumeric: true, cell: (one) => one.participants },
    last,
  ]
}
