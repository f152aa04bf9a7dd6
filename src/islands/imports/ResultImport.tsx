import { FileSearch } from '@lucide/icons'
import { useState } from 'react'
import type { ImportBatch, ImportedResultRow } from '#api/office/imports/contract.ts'
import { batchStatuses, limits } from '#api/office/imports/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { PollFailure } from '../client/PollFailure.tsx'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Progress } from '../ui/Progress.tsx'
import { FileButton } from './FileButton.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { UndoImport } from './UndoImport.tsx'
import { type ImportState, isImportRunning, peoplePerPage, useImport, usePreview } from './use-import.ts'

interface ResultImportProps {
  batch: ImportBatch | null
  people: readonly ImportedResultRow[]
  page: number
  /** Whether the staged rows failed to load. */
  isBroken: boolean
}

const accept = { 'text/csv': ['.csv'] }

function Upload({ importing, isLocked }: { importing: ImportState; isLocked: boolean }) {
  const t = useTexts('imports')
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
          files={sent || problem?.isRepeatable ? files : []}
          onChange={choose}
          onRefuse={importing.clearProblem}
          accept={accept}
          maxBytes={limits.bytes}
          placeholder={t('placeholder')}
          wrongType={t('wrongType')}
          progress={sent}
          disabled={isLocked}
        />
        {sent && sent.sent >= sent.total && (
          <div className="mt-3" role="status">
            <Progress label={t('readingIn')} />
          </div>
        )}
        {problem && (
          <div className="mt-3">
            <ErrorBox
              title={problem.detail ? problem.title : undefined}
              actions={problem.isRepeatable && <Button onClick={() => choose(files)}>{t('sendAgain')}</Button>}
            >
              {problem.detail ?? problem.title}
            </ErrorBox>
          </div>
        )}
      </div>
      <ul className="list-disc space-y-1.5 pl-5 text-muted lg:mt-10">
        {['missing', 'duplicates', 'repeated', 'kept'].map((rule) => (
          <li key={rule}>{t(`rule.${rule}`)}</li>
        ))}
      </ul>
    </section>
  )
}

function Counts({ batch: { counts, people, rows, title } }: { batch: ImportBatch }) {
  const t = useTexts('imports')
  const tones = { new: 'success', newEducation: 'warning', existing: 'neutral', errors: 'danger' } as const
  return (
    <div>
      <h2 id="preview" tabIndex={-1}>
        {t('preview')}
      </h2>
      <p className="mt-1 text-muted wrap-anywhere">{t('read', { title, rows, people })}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {(['errors', 'newEducation', 'new', 'existing'] as const)
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <li key={kind}>
              <Badge tone={tones[kind]}>{t(`count.${kind}`, { count: counts[kind] })}</Badge>
            </li>
          ))}
      </ul>
      {counts.errors > 0 && (
        <div className="mt-3">
          <FileButton
            label={t('errorsFile')}
            fileName={`${t('errorsFileName')}.csv`}
            load={() => api('GET /imports/errorsFile')}
          />
        </div>
      )}
    </div>
  )
}

function Actions({ importing, batch }: { importing: ImportState; batch: ImportBatch }) {
  const t = useTexts('imports')
  const [isAsking, setAsks] = useState(false)
  const nothingNew = batch.counts.new + batch.counts.newEducation === 0
  return (
    <div className="flex flex-wrap gap-3">
      <Button tone="primary" disabled={nothingNew} isBusy={importing.isStarting} onClick={() => void importing.start()}>
        {batch.stopped ? t('goOn') : t('accept', { count: batch.counts.new + batch.counts.newEducation })}
      </Button>
      <Button onClick={() => setAsks(true)}>{t('reset')}</Button>
      <Confirm
        open={isAsking}
        question={t('resetQuestion')}
        action={t('reset')}
        isDangerous
        onConfirm={() => void importing.reset()}
        onCancel={() => setAsks(false)}
      />
    </div>
  )
}

function UnderWay({ batch }: { batch: ImportBatch }) {
  const t = useTexts('imports')
  const { done, rows, status, resumed } = batch
  const label = resumed ? 'resuming' : status === batchStatuses.reading ? 'readingIn' : 'importing'
  return (
    <div role="status" className="rounded-card border border-line bg-surface px-5 py-4">
      <Progress label={t(label)} done={done} total={rows} text={t('rowsDone', { done, total: rows })} />
      <p className="mt-2 text-sm text-muted">{t('mayLeave')}</p>
    </div>
  )
}

function Staged({
  importing,
  batch,
  people: initial,
  page,
}: { importing: ImportState; batch: ImportBatch } & ResultImportProps) {
  const t = useTexts('imports')
  const { people, refresh } = usePreview(initial, page, importing.setBatch)
  const editing = batch.status === batchStatuses.staged ? { batchId: batch.id, onSaved: refresh } : null
  return (
    <section className="grid grid-cols-1 gap-5">
      {batch.stopped && <InfoBox tone="warning">{t('stopped', { done: batch.done, total: batch.rows })}</InfoBox>}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Counts batch={batch} />
        <Actions importing={importing} batch={batch} />
      </div>
      <PeopleTable people={people} editing={editing} />
      <Pagination page={page} pages={Math.ceil(batch.people / peoplePerPage)} address="/import/educationResults" />
    </section>
  )
}

function NoBatch({ batch, importing }: { batch: ImportBatch | null; importing: ImportState }) {
  const t = useTexts('imports')
  const language = useLanguage()
  return (
    <section className="grid grid-cols-1 gap-5">
      {batch && (
        <InfoBox tone="success">
          {t('last', { title: batch.title, when: momentText(batch.uploaded, 'moment', language), count: batch.added })}{' '}
          {batch.counts.errors > 0 && t('lastErrors', { count: batch.counts.errors })}
        </InfoBox>
      )}
      {batch && <UndoImport batch={batch} importing={importing} />}
      <EmptyState title={t('empty')} icon={<Icon of={FileSearch} size={24} />}>
        {t('emptyHint')}
      </EmptyState>
    </section>
  )
}

function Broken({ importing }: { importing: ImportState }) {
  const t = useTexts('imports')
  return (
    <ErrorBox actions={<Button onClick={() => void importing.reset()}>{t('reset')}</Button>}>{t('broken')}</ErrorBox>
  )
}

function Import(props: ResultImportProps) {
  const importing = useImport(props.batch)
  const { batch } = importing
  const isBusy = isImportRunning(batch)
  const hasFailed = importing.polling.failure !== null
  const isOver = batch === null || batch.status === batchStatuses.done
  return (
    <div className="grid grid-cols-1 gap-8">
      <Upload importing={importing} isLocked={isBusy} />
      <PollFailure polling={importing.polling} />
      {props.isBroken && <Broken importing={importing} />}
      {!props.isBroken && batch && isBusy && !isOver && !hasFailed && <UnderWay batch={batch} />}
      {!props.isBroken && batch && !isBusy && !isOver && <Staged {...props} importing={importing} batch={batch} />}
      {!props.isBroken && isOver && <NoBatch batch={batch} importing={importing} />}
    </div>
  )
}

/**
 * Imports earlier results from a file: upload, preview with its corrections, commit or reset. While a background job
 * runs, its progress is shown; `isBroken` offers a reset only.
 */
export const ResultImport = island(Import)
