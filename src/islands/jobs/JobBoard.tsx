import { CircleCheck } from '@lucide/icons'
import {
  isActionAllowed,
  type JobAction,
  type JobState,
  jobActions,
  jobStateNames,
  jobStates,
} from '#api/foundation/jobs/rules.ts'
import type { JobList, JobQuery, ListedJob } from '#api/office/job-list/contract.ts'
import { momentText } from '#locales/moments.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterChips } from '../ui/FilterChips.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Progress } from '../ui/Progress.tsx'
import { type Column, Table, toColumns } from '../ui/Table.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { TableView } from '../ui/table-look.ts'
import { createFilterChips } from '../url-state/filter-chips.ts'
import { type Pairs, withPairs } from '../url-state/with-pairs.ts'
import { DailyJobs } from './DailyJobs.tsx'
import { useJobs } from './use-jobs.ts'

type JobColumn = 'job' | 'state' | 'created' | 'when'

interface JobBoardProps {
  list: JobList
  query: JobQuery
  view: TableView<JobColumn>
  /** Parameters of the URL that state order, columns and page size, which the tabs keep. */
  viewPairs: Pairs
  /** Path and query of the list. */
  address: string
}

type NumberedJob = ListedJob & { line: number }

const tones = ['neutral', 'accent', 'accent', 'success', 'danger', 'neutral'] as const
const toHref = (state: JobState | undefined, viewPairs: Pairs) =>
  withPairs(state === undefined ? '/hangfire' : `/hangfire?state=${state}`, viewPairs)

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
          <Progress label={t('progress')} hidesLabel done={done} total={total} text={t('ofTotal', { done, total })} />
          <span className="text-sm text-muted tabular-nums">{t('ofTotal', { done, total })}</span>
        </div>
      )}
      {(attempts > 1 || error) && <span className="text-sm text-muted">{t('attempts', { count: attempts })}</span>}
      {error && <p className="max-w-96 text-sm text-danger-ink wrap-anywhere">{error}</p>}
    </div>
  )
}

/** Moment at which a job ended, began or will run; nothing for one that waits for the queue. */
function JobMoment({ job }: { job: NumberedJob }) {
  const t = useTexts('jobs')
  const momentKind = job.finished ? 'finished' : job.state === jobStates.scheduled ? 'runs' : 'started'
  const at = { finished: job.finished, runs: job.runAt, started: job.started }[momentKind]
  if (!at) return null
  return (
    <span className="text-sm">
      <span className="block text-muted">{t(`when.${momentKind}`)}</span>
      <Moment at={at} />
    </span>
  )
}

interface ActionsProps {
  job: NumberedJob
  busyId: string | null
  act: (id: string, action: JobAction) => Promise<void>
}

function Actions({ job, busyId, act }: ActionsProps) {
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
          isBusy={busyId === job.id}
          aria-label={t(`actionOn.${action}`, { name })}
          onClick={() => void act(job.id, action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
    </span>
  )
}

interface StateTabsProps extends Pick<JobBoardProps, 'viewPairs'> {
  counts: JobList['counts']
  state: JobState | undefined
}

function StateTabs({ counts, state, viewPairs }: StateTabsProps) {
  const t = useTexts('jobs')
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tabs = [
    { label: t('all'), href: toHref(undefined, viewPairs), current: state === undefined, count: all },
    ...jobStateNames.map((name) => ({
      label: t(`states.${name}`),
      href: toHref(jobStates[name], viewPairs),
      current: state === jobStates[name],
      count: counts[jobStates[name]] ?? 0,
    })),
  ]
  return <Tabs label={t('byState')} tabs={tabs} />
}

function Board({ list: initialList, query, view, viewPairs, address }: JobBoardProps) {
  const t = useTexts('jobs')
  const { list, polling, busyId, act, runDaily } = useJobs(initialList, query)
  const columns: Column<NumberedJob>[] = [
    ...toColumns<NumberedJob, JobColumn>(view, {
      job: { isName: true, cell: (job) => <Name job={job} /> },
      state: { cell: (job) => <Standing job={job} /> },
      created: { cell: (job) => <Moment at={job.created} /> },
      when: { cell: (job) => <JobMoment job={job} /> },
    }),
    {
      key: 'actions',
      header: t('column.actions'),
      hidesHeader: true,
      cell: (job) => <Actions job={job} busyId={busyId} act={act} />,
    },
  ]
  const active = createFilterChips(toHref(query.state, viewPairs), [
    { name: 'state', label: t('column.state'), textOf: (state) => t(`states.${jobStateNames[Number(state)]}`) },
  ])
  const rows = list.items.map((job, line) => ({ ...job, line: line + 1 }))
  return (
    <div className="grid grid-cols-1 gap-4">
      <StateTabs counts={list.counts} state={query.state} viewPairs={viewPairs} />
      <FilterChips {...active} />
      <PollFailure polling={polling} />
      {rows.length === 0 ? (
        <EmptyState title={t('empty')} icon={<Icon of={CircleCheck} size={24} />} />
      ) : (
        <Table
          caption={t('title')}
          columns={columns}
          rows={rows}
          idOf={({ line }) => line}
          sortedBy={view.sortedBy}
          isDense={view.isDense}
          cards="named"
        />
      )}
      <Pagination page={query.page} pages={Math.ceil(list.total / query.pageSize)} address={address} />
      <DailyJobs daily={list.daily} busyId={busyId} run={runDaily} />
    </div>
  )
}

/**
 * Table of the portal's background jobs and its daily jobs, with their actions, polled every two seconds while the page
 * is visible. Tabs select a state.
 */
export const JobBoard = island(Board)
