import { RefreshCw } from '@lucide/icons'
import type { RegisterRun, RegisterStatus } from '#api/people/register/contract.ts'
import { momentText } from '#locales/moments.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { useRegister } from './use-register.ts'

const counts = ['read', 'new', 'changed', 'unchanged', 'refused'] as const

const badgeTones = {
  reading: 'accent',
  applying: 'accent',
  done: 'success',
  refused: 'warning',
  failed: 'danger',
} as const satisfies Record<RegisterRun['state'], string>

function Counts({ run }: { run: RegisterRun }) {
  const t = useTexts('register')
  const language = useLanguage()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
      {counts.map((name) => (
        <div key={name}>
          <dt className="text-sm text-muted">{t(`count.${name}`)}</dt>
          <dd className="text-lg font-semibold tabular-nums">{run[name].toLocaleString(language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function LatestRun({ run }: { run: RegisterRun }) {
  const t = useTexts('register')
  const language = useLanguage()
  return (
    <Card title={t('latest')}>
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2" role="status">
          <Badge tone={badgeTones[run.state]}>{t(`state.${run.state}`)}</Badge>
          <span className="text-muted">
            {t('at')} {momentText(run.started, 'moment', language)}. {t(run.isFull ? 'full' : 'changes')}.
          </span>
        </p>
        {run.reason && <InfoBox tone="warning">{t(`reason.${run.reason}`)}</InfoBox>}
        {run.state === 'failed' && !run.reason && (
          <InfoBox tone="warning" actions={<a href="/hangfire">{t('jobs')}</a>}>
            {t('failedText')}
          </InfoBox>
        )}
        <Counts run={run} />
        {run.state === 'done' && Boolean(run.missing || run.minors) && (
          <div className="max-w-text text-muted">
            {Boolean(run.missing) && <p>{t('missing', { count: run.missing ?? 0 })}</p>}
            {run.minors > 0 && <p>{t('minors', { count: run.minors })}</p>}
          </div>
        )}
      </div>
    </Card>
  )
}

/**
 * How the latest read of the member register went, with the rows that were not applied and what starts another read.
 */
function Panel({ status: initial }: { status: RegisterStatus }) {
  const t = useTexts('register')
  const { status, isBusy, failure, polling, start } = useRegister(initial)
  if (!status.isConnected) return <EmptyState title={t('notConnected')}>{t('notConnectedText')}</EmptyState>
  const { run } = status
  return (
    <div className="grid gap-6">
      <div className="grid max-w-text gap-3 text-muted">
        <p>{t('lead')}</p>
        <p>{t('owns')}</p>
      </div>
      <div>
        <Button tone="primary" isBusy={isBusy} icon={<Icon of={RefreshCw} size={18} />} onClick={() => void start()}>
          {t(isBusy ? 'fetching' : 'fetch')}
        </Button>
      </div>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <PollFailure polling={polling} />
      {run ? <LatestRun run={run} /> : <p className="text-muted">{t('never')}</p>}
      {run && run.refusedRows.length > 0 && <RefusedRows rows={run.refusedRows} total={run.refused} />}
    </div>
  )
}

/**
 * Panel with the latest read of the member register, the rows not applied, and a button that starts another read. The
 * progress of a read is polled and a failure is shown. A note instead when no register is connected.
 */
export const RegisterPanel = island(Panel)
