import type { ReactNode } from 'react'
import type { StudyOccasion } from '#api/office/study-reports/contract.ts'
import { momentText, periodText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Link } from '../ui/Link.tsx'
import { ReportFile } from './ReportFile.tsx'
import { UndoReport } from './UndoReport.tsx'

function Lacks({ lacks }: Pick<StudyOccasion, 'lacks'>) {
  const t = useTexts('study-reports')
  return (
    <ul className="mt-2 grid gap-1 text-sm">
      {lacks.map(({ kind, count, href }) => {
        const lack = t(`lack.${kind}`, { count })
        return (
          <li key={kind}>
            {lack}{' '}
            <Link href={href} aria-label={t('mendOf', { lack })}>
              {t('mend')}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Report({ title, report }: { title: string; report: NonNullable<StudyOccasion['report']> }) {
  const t = useTexts('study-reports')
  const language = useLanguage()
  const date = momentText(report.date, 'moment', language)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span>{t('reported', { date, name: report.byName ?? t('unnamed') })}</span>
      {report.isChanged && <Badge tone="warning">{t('changed')}</Badge>}
      <ReportFile title={title} report={report} />
      <UndoReport title={title} report={report} />
    </div>
  )
}

interface StudyOccasionRowProps {
  occasion: StudyOccasion
  /** Controls in front of the row. */
  before?: ReactNode
  /** Controls after the facts. */
  after?: ReactNode
}

/** A held occasion with the figures of its report, what it lacks and the report that stands. */
export function StudyOccasionRow({ occasion, before, after }: StudyOccasionRowProps) {
  const t = useTexts('study-reports')
  const language = useLanguage()
  const { occasionId, title, educationTitle, startDate, endDate, venue, city, leaderName, organizerName } = occasion
  const facts = [
    t('units', { count: occasion.units }),
    t('participants', { count: occasion.participants }),
    leaderName && t('leader', { name: leaderName }),
    organizerName && t('organizer', { name: organizerName }),
  ]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-4 sm:px-5">
      {before}
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-base font-semibold wrap-anywhere">
          <Link href={`/education/manageOccasion/${occasionId}`}>{title}</Link>
        </h2>
        {educationTitle && <p className="text-sm text-muted">{educationTitle}</p>}
        <p className="text-sm text-muted">
          {periodText(startDate, endDate, language)}, {[venue, city].filter(Boolean).join(', ')}
        </p>
        <p className="mt-1 text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
        {occasion.lacks.length > 0 && <Lacks lacks={occasion.lacks} />}
        {occasion.report && <Report title={title} report={occasion.report} />}
      </div>
      {after}
    </li>
  )
}
