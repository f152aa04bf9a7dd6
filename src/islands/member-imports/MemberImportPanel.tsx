import { useState } from 'react'
import type { MemberImport } from '#api/people/member-imports/contract.ts'
import { memberLimits } from '#api/people/member-imports/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { FileButton } from '../imports/FileButton.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Progress } from '../ui/Progress.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { MemberRows } from './MemberRows.tsx'
import { type MemberImportState, rowsPerPage, useMemberImport } from './use-member-import.ts'

interface PanelProps {
  batch: MemberImport | null
  page: number
  clubs: readonly ComboboxItem[]
}

interface BatchProps {
  batch: MemberImport
  importing: MemberImportState
}

const accept = {
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
}

const countTones = { errors: 'danger', new: 'success', joined: 'success', existing: 'neutral' } as const

function Upload({ importing }: { importing: MemberImportState }) {
  const t = useTexts('member-imports')
  const [files, setFiles] = useState<File[]>([])
  const { sent, problem } = importing
  const choose = (chosen: File[]) => {
    setFiles(chosen)
    importing.clearProblem()
    if (chosen[0]) void importing.send(chosen[0])
  }
  return (
    <section aria-labelledby="upload" className="grid items-start gap-6 lg:grid-cols-2">
      <div>
        <h2 id="upload" className="mb-3">
          {t('upload')}
        </h2>
        <FileDrop
          name="file"
          label={t('file')}
          hidesLabel
          files={sent || problem?.unsent ? files : []}
          onChange={choose}
          onRefuse={importing.clearProblem}
          accept={accept}
          maxBytes={memberLimits.bytes}
          placeholder={t('placeholder')}
          wrongType={t('wrongType')}
          progress={sent}
          disabled={importing.isBusy}
        />
      </div>
      <ul className="list-disc space-y-1.5 pl-5 text-muted lg:mt-10">
        {['order', 'ambiguous', 'existing', 'undo'].map((rule) => (
          <li key={rule}>{t(`rule.${rule}`)}</li>
        ))}
      </ul>
    </section>
  )
}

function Problem({ importing: { problem, send } }: { importing: MemberImportState }) {
  const t = useTexts('member-imports')
  if (!problem) return null
  const { text, unsent } = problem
  return (
    <ErrorBox actions={unsent && <Button onClick={() => void send(unsent)}>{t('sendAgain')}</Button>}>{text}</ErrorBox>
  )
}

function Counts({ batch }: { batch: MemberImport }) {
  const t = useTexts('member-imports')
  return (
    <ul className="flex flex-wrap gap-2">
      {(['errors', 'new', 'joined', 'existing'] as const)
        .filter((kind) => batch.counts[kind] > 0)
        .map((kind) => (
          <li key={kind}>
            <Badge tone={countTones[kind]}>{t(`count.${kind}`, { count: batch.counts[kind] })}</Badge>
          </li>
        ))}
    </ul>
  )
}

/** Buttons of a staged batch, or of one that can be undone. */
function Actions({ batch, importing }: BatchProps) {
  const t = useTexts('member-imports')
  const [isAsking, setAsks] = useState(false)
  const isStaged = batch.state === 'staged' || batch.state === 'running'
  const isNothingNew = batch.counts.new + batch.counts.joined === 0
  if (!isStaged && !batch.undoUntil && batch.state !== 'undoing') return null
  return (
    <div className="flex flex-wrap gap-3">
      {isStaged && (
        <Button
          tone="primary"
          disabled={isNothingNew || !batch.isComplete}
          isBusy={importing.isBusy}
          onClick={() => void importing.start()}
        >
          {batch.isStopped ? t('goOn') : t('accept', { count: batch.counts.new + batch.counts.joined })}
        </Button>
      )}
      {batch.state !== 'running' && (
        <Button disabled={importing.isBusy} onClick={() => setAsks(true)}>
          {t(isStaged ? 'remove' : 'undo')}
        </Button>
      )}
      <Confirm
        open={isAsking}
        question={t(isStaged ? 'removeQuestion' : 'undoQuestion')}
        action={t(isStaged ? 'remove' : 'undo')}
        isDangerous
        onConfirm={() => {
          setAsks(false)
          void (isStaged ? importing.remove() : importing.undo())
        }}
        onCancel={() => setAsks(false)}
      />
    </div>
  )
}

function Batch({ batch, page, clubs, importing }: BatchProps & Omit<PanelProps, 'batch'>) {
  const t = useTexts('member-imports')
  const language = useLanguage()
  const when = momentText(batch.uploaded, 'moment', language)
  const editing = batch.state === 'staged' ? { batchId: batch.id, onSaved: importing.refresh } : null
  return (
    <section className="grid grid-cols-1 gap-5">
      <div>
        <h2 id="preview" tabIndex={-1} className="wrap-anywhere">
          {batch.title}
        </h2>
        <p className="mt-1 text-muted">{t(`state.${batch.state}`, { when, rows: batch.rows })}</p>
      </div>
      {batch.isStopped && <InfoBox tone="warning">{t('stopped')}</InfoBox>}
      {batch.state === 'undone' && batch.kept > 0 && (
        <InfoBox tone="warning">{t('keptRows', { count: batch.kept })}</InfoBox>
      )}
      {batch.state === 'staged' && (
        <Card title={t('columns')}>
          <ColumnChoice batch={batch} clubs={clubs} importing={importing} />
        </Card>
      )}
      {!batch.isComplete && <InfoBox tone="warning">{t('columnsMissing')}</InfoBox>}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid justify-items-start gap-3">
          <Counts batch={batch} />
          {batch.counts.errors > 0 && (
            <FileButton
              label={t('errorsFile')}
              fileName={`${t('errorsFileName')}.csv`}
              load={() => api('GET /MemberImports/errorsFile')}
            />
          )}
        </div>
        <Actions batch={batch} importing={importing} />
      </div>
      {batch.undoUntil && (
        <p className="text-sm text-muted">{t('undoUntil', { day: momentText(batch.undoUntil, 'day', language) })}</p>
      )}
      {batch.preview.length > 0 && <MemberRows rows={batch.preview} editing={editing} />}
      <Pagination page={page} pages={Math.ceil(batch.rows / rowsPerPage)} address="/import/members" />
    </section>
  )
}

/** Import of members in two steps: a file with its preview, and its acceptance, which can be undone. */
function Panel({ batch: initial, page, clubs }: PanelProps) {
  const t = useTexts('member-imports')
  const importing = useMemberImport(initial, page)
  const { batch } = importing
  return (
    <div className="grid gap-8">
      <Upload importing={importing} />
      <Problem importing={importing} />
      <PollFailure polling={importing.polling} />
      {importing.isFollowed && (
        <div role="status" className="rounded-card border border-line bg-surface px-5 py-4">
          <Progress label={t('working')} />
          <p className="mt-2 text-sm text-muted">{t('mayLeave')}</p>
        </div>
      )}
      {batch && <Batch batch={batch} page={page} clubs={clubs} importing={importing} />}
    </div>
  )
}

/**
 * Import of members in two steps: a file with its preview, and its acceptance, which can be undone. `clubs` has the
 * chosen club with its name. While a background job runs, its progress is shown.
 */
export const MemberImportPanel = island(Panel)
