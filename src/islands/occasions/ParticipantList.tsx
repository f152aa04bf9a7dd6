import { useStore } from '@nanostores/react'
import { FileSpreadsheet, Printer, UserPlus, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ManagedOccasion } from '#api/occasions/management/contract.ts'
import type { Participant } from '#api/results/participants/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import { island, useLanguage, useTexts } from '../texts.tsx'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/toast.ts'
import { AddPeople } from './AddPeople.tsx'
import { attendanceQueue, type Tap } from './attendance-queue.ts'
import { exportParticipants } from './export-participants.ts'
import { MailDialog, MoveDialog } from './ParticipantDialogs.tsx'
import { Organizations, Tallies } from './ParticipantNumbers.tsx'
import { ParticipantRow } from './ParticipantRow.tsx'
import { PrintedList } from './PrintedList.tsx'
import { arranged, type Order, type Row, rowsOf, withResults } from './participant-rows.ts'

interface ListProps {
  occasion: ManagedOccasion
  participants: Participant[]
  /** What was asked at sign-up, by id. */
  questions: { id: number; text: string }[]
  userId: number
}

type Opened = { kind: 'add' } | { kind: 'move' | 'mail'; rows: Row[] } | { kind: 'remove'; row: Row }

const retryMs = 15_000

/** The list with its taps: what is tapped shows at once, and is sent when it can be. */
function useParticipants({ occasion, participants: stored, userId }: ListProps) {
  const [participants, setParticipants] = useState(stored)
  const [queue] = useState(() =>
    attendanceQueue({
      occasionId: occasion.id,
      userId,
      onSaved: (results) => setParticipants((now) => withResults(now, results)),
    }),
  )
  const kept = useStore(queue.$kept)
  const isWaiting = useStore(queue.$isWaiting)
  const refused = useStore(queue.$refused)
  useEffect(() => {
    const flush = () => void queue.flush()
    flush()
    addEventListener('online', flush)
    const timer = setInterval(() => queue.$kept.get().length > 0 && flush(), retryMs)
    return () => {
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [queue])
  const reload = async () =>
    setParticipants(await api('GET /EducationPartOccasions/:id/participants', { params: { id: occasion.id } }))
  return { rows: rowsOf(participants, kept), tap: queue.tap, isWaiting, waiting: kept.length, refused, reload }
}

interface ToolsProps {
  text: string
  order: Order
  onText: (text: string) => void
  onOrder: (order: Order) => void
  onAdd: () => void
  onExport: () => void
  isCanceled: boolean
}

function Tools({ text, order, onText, onOrder, onAdd, onExport, isCanceled }: ToolsProps) {
  const t = useTexts('occasions')
  const orders = (['name', 'state', 'organization'] as const).map((value) => ({ value, label: t(`order.${value}`) }))
  return (
    <div className="mt-6 flex flex-wrap items-end gap-3">
      <Field
        name="find"
        type="search"
        label={t('find')}
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="flex-1 basis-56"
      />
      <Select
        name="order"
        label={t('order')}
        options={orders}
        value={order}
        onChange={(event) => onOrder(event.target.value as Order)}
        className="basis-44"
      />
      {!isCanceled && (
        <Button tone="primary" icon={<UserPlus size={18} aria-hidden />} onClick={onAdd}>
          {t('add.open')}
        </Button>
      )}
      <Button icon={<Printer size={18} aria-hidden />} onClick={() => print()}>
        {t('print')}
      </Button>
      <Button icon={<FileSpreadsheet size={18} aria-hidden />} onClick={onExport}>
        {t('export')}
      </Button>
    </div>
  )
}

function List(props: ListProps) {
  const { occasion } = props
  const t = useTexts('occasions')
  const language = useLanguage()
  const { rows, tap, isWaiting, waiting, refused, reload } = useParticipants(props)
  const [text, setText] = useState('')
  const [order, setOrder] = useState<Order>('name')
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<Opened | null>(null)
  const questions = new Map(props.questions.map((question) => [question.id, question.text]))
  const shown = arranged(rows, { text, order })
  const live = shown.filter(({ canceled }) => !canceled)
  const chosen = rows.filter(({ resultId, canceled }) => chosenIds.has(resultId) && !canceled)
  const close = () => setOpened(null)
  const done = () => {
    close()
    setChosenIds(new Set())
    reload().catch((error: unknown) => toast(failureOf(error).message, 'danger'))
  }
  const pending = chosen.filter(({ state }) => state === 'pending')
  const tapAll = (wanted: readonly Row[], said: Tap) => {
    for (const row of wanted) tap(row.resultId, row.userId, said)
    setChosenIds(new Set())
  }
  const remove = async (row: Row) => {
    try {
      const params = { id: occasion.id, userId: row.userId, resultId: row.resultId }
      await api('DELETE /EducationPartOccasions/:id/results/:userId/:resultId', { params })
      toast(t('remove.done', { name: row.name }))
      done()
    } catch (error) {
      close()
      toast(failureOf(error).message, 'danger')
    }
  }
  const choose = (resultId: number, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(resultId)
    else next.delete(resultId)
    setChosenIds(next)
  }
  const isAll = live.length > 0 && live.every(({ resultId }) => chosenIds.has(resultId))
  const fileName = `deltagare-${occasion.id}.xlsx`
  const approved = chosen.filter(({ state }) => state !== 'pending')
  return (
    <>
      <div className="print:hidden">
        <Tallies rows={rows} occasion={occasion} />
        {isWaiting && (
          <div className="mt-5" role="status">
            <InfoBox tone="warning" title={t('offline.title', { count: waiting })}>
              <WifiOff size={18} aria-hidden className="mr-2 inline" />
              {t('offline.text')}
            </InfoBox>
          </div>
        )}
        <Tools
          {...{ text, order }}
          onText={setText}
          onOrder={setOrder}
          onAdd={() => setOpened({ kind: 'add' })}
          onExport={() => void exportParticipants({ rows, questions, fileName, language, t })}
          isCanceled={occasion.canceled}
        />
        {live.length > 1 && (
          <div className="mt-5">
            <Checkbox
              name="choose-all"
              label={t('chooseAll', { count: live.length })}
              checked={isAll}
              partly={!isAll && chosen.length > 0}
              onChange={() => setChosenIds(isAll ? new Set() : new Set(live.map(({ resultId }) => resultId)))}
            />
          </div>
        )}
        {rows.length === 0 ? (
          <div className="mt-6">
            <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
          </div>
        ) : (
          <ul className="mt-3 divide-y divide-line" aria-label={t('participants')}>
            {shown.map((row) => (
              <ParticipantRow
                key={row.resultId}
                row={row}
                questions={questions}
                isChosen={chosenIds.has(row.resultId)}
                onChoose={(isChosen) => choose(row.resultId, isChosen)}
                refused={refused[row.resultId]}
                onTap={({ resultId, userId }, said) => tap(resultId, userId, said)}
                onRemove={(one) => setOpened({ kind: 'remove', row: one })}
                onMove={(several) => setOpened({ kind: 'move', rows: several })}
                onMail={(several) => setOpened({ kind: 'mail', rows: several })}
              />
            ))}
          </ul>
        )}
        {rows.length > 0 && shown.length === 0 && <p className="py-6 text-muted">{t('noMatches')}</p>}
        <Organizations rows={rows} />
        <BulkBar count={chosen.length} onClear={() => setChosenIds(new Set())}>
          {pending.length > 0 && (
            <Button size="small" onClick={() => tapAll(pending, { signUpDate: new Date().toISOString() })}>
              {t('tap.approve')}
            </Button>
          )}
          <Button size="small" onClick={() => tapAll(approved, { attended: true })}>
            {t('tap.attended')}
          </Button>
          <Button size="small" tone="primary" onClick={() => tapAll(approved, { completed: true })}>
            {t('tap.completed')}
          </Button>
          <Button size="small" onClick={() => setOpened({ kind: 'move', rows: chosen })}>
            {t('menu.move')}
          </Button>
          <Button size="small" onClick={() => setOpened({ kind: 'mail', rows: chosen })}>
            {t('menu.mail')}
          </Button>
        </BulkBar>
      </div>
      <PrintedList occasion={occasion} rows={arranged(rows, { text: '', order })} />
      {opened?.kind === 'add' && (
        <AddPeople
          occasionId={occasion.id}
          onAdded={(count) => {
            toast(t('add.done', { count }))
            done()
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'move' && <MoveDialog occasion={occasion} rows={opened.rows} onDone={done} onClose={close} />}
      {opened?.kind === 'mail' && <MailDialog occasion={occasion} rows={opened.rows} onDone={done} onClose={close} />}
      <Confirm
        open={opened?.kind === 'remove'}
        question={t('remove.question', { name: opened?.kind === 'remove' ? opened.row.name : '' })}
        detail={t('remove.detail')}
        action={t('menu.remove')}
        dangerous
        onConfirm={() => opened?.kind === 'remove' && void remove(opened.row)}
        onCancel={close}
      />
    </>
  )
}

export const ParticipantList = island(List)
