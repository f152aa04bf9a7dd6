import { CircleCheck } from '@lucide/icons'
import {
  isActionAllowed,
  type JobAction,
  type JobState,
  jobActions,
  jobStateNames,
  jobStates,
} from '#api/foundation/jobs/rules.ts'
import type { JobList, ListedJob } from '#api/office/job-list/contract.ts'
import { momentText } from '#locales/moments.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Progress } from '../ui/Progress.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { DailyJobs } from './DailyJobs.tsx'
import { jobsPerPage, useJobs } from './use-jobs.ts'

interface JobBoardProps {
  list: JobList
  state?: JobState | undefined
  page: number
}

type NumberedJob = ListedJob & { line: number }

const tones = ['neutral', 'accent', 'accent', 'success', 'danger', 'neutral'] as const
const toHref = (state: JobState | undefined) => (state === undefined ? '/hangfire' : `/hangfire?state=${state}`)

function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {momentText(at, 'moment', useLanguage())}
    </time>
  )
}

function Name({ job }: { job: NumberedJob }) {
  const t = useTexts('jobs')
  return (
    <span className="block min-w-48">
      {t(`kind.${job.kind}`, { defaultValue: job.kind })}
      <span className="block text-sm font-normal text-muted wrap-anywhere">
        {job.kind}
        {job.requestedBy && (
          <>
            {' · '}
            <a href={`/profile/${job.requestedBy.id}`} className="underline underline-offset-3">
              {job.requestedBy.name}
            </a>
          </>
        )}
      </span>
    </span>
  )
}

function Standing({ job }: { job: NumberedJob }) {
  const t = useTexts('jobs')
  const { state, done, total, attempts, error, resumed } = job
  const showsProgress = total > 0 && (state === jobStates.running || (state === jobStates.queued && done > 0))
  return (
    <div className="grid min-w-44 justify-items-start gap-1.5">
      <Badge tone={tones[state]}>{t(resumed ? 'resuming' : `state.${jobStateNames[state]}`)}</Badge>
      {showsProgress && (
        <div className="w-full">
          <Progress label={t('progress')} labelHidden done={done} total={total} text={t('ofTotal', { done, total })} />
          <span className="text-sm text-muted tabular-nums">{t('ofTotal', { done, total })}</span>
        </div>
      )}
      {(attempts > 1 || error) && <span className="text-sm text-muted">{t('attempts', { count: attempts })}</span>}
      {error && <p className="max-w-96 text-sm text-danger-ink wrap-anywhere">{error}</p>}
    </div>
  )
}

function JobMoment({ job }: { job: NumberedJob }) {
  const t = useTexts('jobs')
  const momentKind = job.finished
    ? 'finished'
    : job.state === jobStates.scheduled
      ? 'runs'
      : job.started
        ? 'started'
        : 'created'
  const at = { finished: job.finished, runs: job.runAt, started: job.started, created: job.created }[momentKind]
  return (
    <span className="text-sm">
      <span className="block text-muted">{t(`when.${momentKind}`)}</span>
      <Moment at={at ?? job.created} />
    </span>
  )
}

interface ActionsProps {
  job: NumberedJob
  busy: string | null
  act: (id: string, action: JobAction) => Promise<void>
}

function Actions({ job, busy, act }: ActionsProps) {
  const t = useTexts('jobs')
  const name = t(`kind.${job.kind}`, { defaultValue: job.kind })
  const allowed = jobActions.filter((action) => isActionAllowed(action, job.state))
  if (allowed.length === 0) return null
  return (
    <span className="flex flex-wrap gap-2 lg:justify-end">
      {allowed.map((action) => (
        <Button
          key={action}
          size="small"
          busy={busy === job.id}
          aria-label={t(`actionOn.${action}`, { name })}
          onClick={() => void act(job.id, action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
    </span>
  )
}

function StateTabs({ counts, state }: { counts: JobList['counts']; state: JobState | undefined }) {
  const t = useTexts('jobs')
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = [
    { label: t('all'), href: toHref(undefined), current: state === undefined, count: all },
    ...jobStateNames.map((name) => ({
      label: t(`states.${name}`),
      href: toHref(jobStates[name]),
      current: state === jobStates[name],
      count: counts[jobStates[name]] ?? 0,
    })),
  ]
  return <Tabs label={t('byState')} tabs={tabs} />
}

function Board({ list: initialList, state, page }: JobBoardProps) {
  const t = useTexts('jobs')
  const { list, polling, busy, act, runDaily } = useJobs(initialList, { state, page })
  const columns: Column<NumberedJob>[] = [
    { key: 'job', header: t('column.job'), isName: true, cell: (job) => <Name job={job} /> },
    { key: 'state', header: t('column.state'), cell: (job) => <Standing job={job} /> },
    { key: 'when', header: t('column.when'), cell: (job) => <JobMoment job={job} /> },
    {
      key: 'actions',
      header: t('column.actions'),
      headerHidden: true,
      cell: (job) => <Actions job={job} busy={busy} act={act} />,
    },
  ]
  const rows = list.items.map((job, line) => ({ ...job, line: line + 1 }))
  return (
    <div className="grid grid-cols-1 gap-6">
      <StateTabs counts={list.counts} state={state} />
      <PollFailure polling={polling} />
      {rows.length === 0 ? (
        <EmptyState title={t('empty')} icon={<Icon of={CircleCheck} size={24} />} />
      ) : (
        <Table caption={t('title')} columns={columns} rows={rows} idOf={({ line }) => line} cards />
      )}
      <Pagination page={page} pages={Math.ceil(list.total / jobsPerPage)} address={toHref(state)} />
      <DailyJobs daily={list.daily} busy={busy} run={runDaily} />
    </div>
  )
}

/**
 * Table of the portal's background jobs and its daily jobs, with their actions, polled every two seconds while the page
 * is visible. Tabs select a state.
 */
export const JobBoard = island(Board)
