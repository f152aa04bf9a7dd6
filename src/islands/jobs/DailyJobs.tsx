import { type DailyJob, jobStateNames } from '#api/foundation/jobs/rules.ts'
import type { DailyJobStatus } from '#api/office/job-list/contract.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'

interface DailyJobsProps {
  daily: DailyJobStatus[]
  /** Id of the job or kind of the daily job that an operation is running for. */
  busyId: string | null
  run: (kind: DailyJob) => Promise<void>
}

function Last({ last }: Pick<DailyJobStatus, 'last'>) {
  const t = useTexts('jobs')
  const language = useLanguage()
  if (!last) return t('daily.never')
  const at = last.finished ?? last.created
  return t('daily.last', { at: momentText(at, 'moment', language), state: t(`state.${jobStateNames[last.state]}`) })
}

/**
 * Daily jobs in the given order with their last run, and buttons that run them at once: `run` receives the kind, and
 * `busyId` is the kind or job under way.
 */
export function DailyJobs({ daily, busyId, run }: DailyJobsProps) {
  const t = useTexts('jobs')
  return (
    <section aria-labelledby="daily">
      <h2 id="daily" className="text-lg">
        {t('daily.title')}
      </h2>
      <p className="mb-3 max-w-text text-muted">{t('daily.lead')}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {daily.map(({ kind, last }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
            <span className="min-w-0 flex-1 basis-56">
              {t(`kind.${kind}`)}
              <span className="block text-sm text-muted">
                <Last last={last} />
              </span>
            </span>
            <Button
              size="small"
              isBusy={busyId === kind}
              aria-label={t('actionOn.run', { name: t(`kind.${kind}`) })}
              onClick={() => void run(kind)}
            >
              {t('action.run')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
