import { useEffect, useState } from 'react'
import type { Operations } from '#api/office/operations/contract.ts'
import { momentText } from '#locales/moments.ts'
import { ApiError, api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'
import { findNeighbor } from './find-neighbor.ts'

type JobsWithTotal = NonNullable<Operations['deadLetters']>

const headingId = 'failed-jobs'
const buttonId = (id: string) => `retry-${id}`

/** Failed jobs of the page. One that has been retried leaves the list, also when somebody else has retried it. */
function useFailedJobs(initial: JobsWithTotal) {
  const t = useTexts('operations')
  const [failedJobs, setJobs] = useState(initial)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  // The button that was pressed leaves with its row, and would take the focus with it.
  useEffect(() => (focused ? document.getElementById(focused)?.focus() : undefined), [focused])
  function leave(id: string) {
    const neighbor = findNeighbor(failedJobs.items, id)
    setJobs(({ total, items }) => ({ total: total - 1, items: items.filter((item) => item.id !== id) }))
    setFocused(neighbor ? buttonId(neighbor.id) : headingId)
  }
  async function retry(id: string) {
    if (busyId) return
    setBusyId(id)
    try {
      await api('POST /jobs/:id/retry', { params: { id } })
      toast(t('deadLetters.retried'))
      leave(id)
    } catch (error) {
      const code = error instanceof ApiError ? error.body.code : null
      const isGone = code === 'job_state' || code === 'not_found'
      toast(isGone ? t('deadLetters.gone') : toFailure(error).message, isGone ? 'info' : 'danger')
      if (isGone) leave(id)
    } finally {
      setBusyId(null)
    }
  }
  return { failedJobs, busyId, retry }
}

function List({ failed }: { failed: JobsWithTotal }) {
  const t = useTexts('operations')
  const kinds = useTexts('jobs')
  const language = useLanguage()
  const { failedJobs, busyId, retry } = useFailedJobs(failed)
  return (
    <section className="mt-10" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        {t('deadLetters.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-text text-muted">{t('deadLetters.lead')}</p>
      {failedJobs.total === 0 && <p>{t('deadLetters.none')}</p>}
      <ul className="grid gap-2">
        {failedJobs.items.map(({ id, kind, attempts, finished }) => {
          const name = kinds(`kind.${kind}`, { defaultValue: kind })
          const at = finished ? momentText(finished, 'moment', language) : '–'
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
            >
              <span className="min-w-0 flex-1 basis-56">
                <span className="font-medium">{name}</span>
                <span className="block text-sm text-muted tabular-nums">
                  {at} · {t('deadLetters.attempts', { count: attempts })}
                </span>
              </span>
              <Button
                id={buttonId(id)}
                size="small"
                isBusy={busyId === id}
                aria-label={t('deadLetters.retryOf', { name, at })}
                onClick={() => void retry(id)}
              >
                {t('deadLetters.retry')}
              </Button>
            </li>
          )
        })}
      </ul>
      {failedJobs.total > 0 && (
        <p className="mt-3">
          <Link href="/hangfire?state=4">{t('deadLetters.all')}</Link>
        </p>
      )}
    </section>
  )
}

/**
 * List of the latest failed jobs, each with a button that runs it again, reported by a toast. A job leaves the list
 * once it runs again, also when somebody else has started it, and the next button has the focus.
 */
export const FailedJobs = island(List)
