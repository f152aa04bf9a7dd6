import { useState } from 'react'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { ConnectionState } from '../offline/ConnectionState.tsx'
import { CopyNote } from '../offline/CopyNote.tsx'
import { getCopyDate } from '../offline/store-copy.ts'
import { saveParticipants } from '../reports/save-report.ts'
import { BulkBar } from '../ui/BulkBar.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PhoneFold } from '../ui/PhoneFold.tsx'
import { toast } from '../ui/toast.ts'
import { isPaidSeat } from './cancellation-targets.ts'
import { MeetingAttendance } from './MeetingAttendance.tsx'
import { RefusedMutations, UndoMutation } from './MutationNotes.tsx'
import { NotHeldNote } from './NotHeldNote.tsx'
import { type OpenDialog, ParticipantDialog } from './ParticipantDialog.tsx'
import { Organizations, Tallies } from './ParticipantNumbers.tsx'
import { ParticipantRow } from './ParticipantRow.tsx'
import { ParticipantTools } from './ParticipantTools.tsx'
import { PrintedList } from './PrintedList.tsx'
import { countUnseen, filterAndSort, type ParticipantRowData } from './participant-rows.ts'
import type { ResultField } from './result-queue.ts'
import { SentInvitations } from './SentInvitations.tsx'
import { useIsHeld } from './use-is-held.ts'
import { useListSearch } from './use-list-search.ts'
import { useMeetingAttendance } from './use-meeting-attendance.ts'
import { useParticipants } from './use-participants.ts'

interface ListProps {
  occasion: ManagedOccasion
  participants: Participant[]
  /** Questions at sign-up, by id. */
  questions: { id: number; text: string }[]
  userId: number
  /** The education that people outside the reader's permission are invited to. */
  invitesTo: number
  /** Whether the occasion is chosen together with others. */
  isTied: boolean
}

function List(props: ListProps) {
  const { occasion } = props
  const t = useTexts('occasions')
  const list = useParticipants(props)
  const { rows, reload } = list
  const meeting = useMeetingAttendance(occasion)
  const isHeld = useIsHeld(occasion)
  const { search, change } = useListSearch()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [invitedCount, setInvitedCount] = useState(0)
  // A list that opens offline makes no calls.
  const [offersInvitations] = useState(() => !occasion.canceled && !getCopyDate())
  const [unseenCount] = useState(() => countUnseen(occasion, props.participants))
  const questions = new Map(props.questions.map((question) => [question.id, question.text]))
  const shown = filterAndSort(rows, search)
  const live = shown.filter(({ canceled }) => !canceled)
  const chosen = rows.filter(({ resultId, canceled }) => chosenIds.has(resultId) && !canceled)
  const close = () => setOpened(null)
  const refresh = () => {
    reload().catch((error: unknown) => toast(toFailure(error).message, 'danger'))
  }
  const done = () => {
    close()
    setChosenIds(new Set())
    refresh()
  }
  const pending = chosen.filter(({ state }) => state === 'pending')
  const tapAll = (targetRows: readonly ParticipantRowData[], field: ResultField) => {
    list.enqueue(targetRows, field, true)
    setChosenIds(new Set())
  }
  const tap = (row: ParticipantRowData, field: ResultField, value: boolean) => {
    // A pending sign-up to tied occasions is refused as a whole; for a confirmed one the reader is asked.
    if (props.isTied && field === 'canceled' && value && row.state !== 'pending') setOpened({ kind: 'takeOff', row })
    else if (field === 'canceled' && value && isPaidSeat(row)) setOpened({ kind: 'removePaid', row })
    else list.enqueue([row], field, value)
  }
  const choose = (resultId: number, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(resultId)
    else next.delete(resultId)
    setChosenIds(next)
  }
  const isAll = live.length > 0 && live.every(({ resultId }) => chosenIds.has(resultId))
  // All rows of the filter, and no others, are sent as the filter: people who have joined or left since are noticed. The
  // server does not know the changes that wait for a connection, and would count other rows.
  const isFilter = isAll && chosen.length === live.length && list.waiting === 0
  const filter = isFilter ? { text: search.text, only: search.only } : null
  const approved = chosen.filter(({ state }) => state !== 'pending')
  const movable = chosen.filter(({ completed }) => !completed)
  return (
    <>
      <div className="print:hidden">
        <ConnectionState
          waiting={list.waiting}
          reachable={list.reachable}
          onSend={() => void list.send()}
          namespace="occasions"
        >
          <CopyNote namespace="occasions" />
        </ConnectionState>
        <RefusedMutations list={list} occasionId={occasion.id} rows={rows} />
        <MeetingAttendance
          occasion={occasion}
          meeting={meeting}
          rows={rows}
          onMark={(marked) => tapAll(marked, 'attended')}
        />
        <PhoneFold label={t('tools')} isOpen={rows.length === 0 || search.text !== '' || search.only !== null}>
          <Tallies
            rows={rows}
            occasion={occasion}
            unseenCount={unseenCount}
            only={search.only}
            onOnly={(only) => change({ only })}
          />
          <ParticipantTools
            search={search}
            onSearch={change}
            onAdd={() => setOpened({ kind: 'add' })}
            onExport={() => saveParticipants(occasion.id, 'occasion')}
            isCanceled={occasion.canceled}
            occasionId={occasion.id}
          />
        </PhoneFold>
        {!isHeld && live.some(({ state }) => state !== 'pending') && <NotHeldNote occasion={occasion} />}
        {live.length > 1 && (
          <div className="mt-5">
            <Checkbox
              name="choose-all"
              label={t('chooseAll', { count: live.length })}
              checked={isAll}
              isPartly={!isAll && chosen.length > 0}
              onChange={() => setChosenIds(isAll ? new Set() : new Set(live.map(({ resultId }) => resultId)))}
            />
          </div>
        )}
        {rows.length === 0 ? (
          <div className="mt-6">
            <EmptyState title={t(unseenCount > 0 ? 'noneSeen' : 'none')}>
              {unseenCount > 0 ? t('unseen', { count: unseenCount }) : t('noneText')}
            </EmptyState>
          </div>
        ) : (
          <ul data-list-keys className="mt-3 divide-y divide-line" aria-label={t('participants')}>
            {shown.map((row) => (
              <ParticipantRow
                key={row.resultId}
                row={row}
                questions={questions}
                inMeeting={meeting.minutesOf(row.userId)}
                isHeld={isHeld}
                isChosen={chosenIds.has(row.resultId)}
                onChoose={(isChosen) => choose(row.resultId, isChosen)}
                onTap={tap}
                onDismiss={list.dismiss}
                onMove={(several) => setOpened({ kind: 'move', rows: several, filter: null })}
                onMail={(several) => setOpened({ kind: 'mail', rows: several, filter: null })}
              />
            ))}
          </ul>
        )}
        {rows.length > 0 && unseenCount > 0 && (
          <p className="mt-3 text-sm text-muted">{t('unseen', { count: unseenCount })}</p>
        )}
        {rows.length > 0 && shown.length === 0 && <p className="py-6 text-muted">{t('noMatches')}</p>}
        <Organizations rows={rows} />
        {offersInvitations && <SentInvitations educationId={props.invitesTo} sentCount={invitedCount} />}
        {chosen.length === 0 && <UndoMutation last={list.last} rows={rows} onUndo={list.undo} />}
        <BulkBar count={chosen.length} onClear={() => setChosenIds(new Set())}>
          {pending.length > 0 && (
            <Button size="small" onClick={() => tapAll(pending, 'approved')}>
              {t('tap.approve')}
            </Button>
          )}
          <Button size="small" disabled={!isHeld} onClick={() => tapAll(approved, 'attended')}>
            {t('tap.attended')}
          </Button>
          <Button size="small" tone="primary" disabled={!isHeld} onClick={() => tapAll(approved, 'completed')}>
            {t('tap.completed')}
          </Button>
          {movable.length > 0 && (
            <Button size="small" onClick={() => setOpened({ kind: 'move', rows: movable, filter })}>
              {t('menu.move')}
            </Button>
          )}
          <Button size="small" onClick={() => setOpened({ kind: 'mail', rows: chosen, filter })}>
            {t('menu.mail')}
          </Button>
        </BulkBar>
      </div>
      <PrintedList occasion={occasion} rows={filterAndSort(rows, { text: '', order: search.order, only: null })} />
      {opened && (
        <ParticipantDialog
          opened={opened}
          occasion={occasion}
          invitesTo={props.invitesTo}
          onInvited={(count) => setInvitedCount(invitedCount + count)}
          onRefresh={refresh}
          onCancel={(row) => {
            list.enqueue([row], 'canceled', true)
            close()
          }}
          onDone={done}
          onClose={close}
        />
      )}
    </>
  )
}

/**
 * Participants of an occasion, with attendance and results that can be registered without a connection and undone for
 * eight seconds. People are signed up, moved and mailed from it, one or several. The search is in the URL, and the
 * browser keeps a copy of the page. Removing somebody who has taken several tied occasions asks about the
 * others, and removing a paid seat says first what is refunded. Before the day of the occasion nobody is marked.
 */
export const ParticipantList = island(List)
