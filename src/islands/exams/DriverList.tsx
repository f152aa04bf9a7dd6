import { UserPlus } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { usePopState } from '../filters/history.ts'
import { ConnectionState } from '../offline/ConnectionState.tsx'
import { CopyNote } from '../offline/CopyNote.tsx'
import { usePageCopy } from '../offline/use-page-copy.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { PhoneFold } from '../ui/PhoneFold.tsx'
import { toast } from '../ui/toast.ts'
import { DriverDialogs, type OpenDriverDialog, type RowDialog } from './DriverDialogs.tsx'
import { type DriverActions, DriverItem } from './DriverItem.tsx'
import { ProtocolSheet } from './ProtocolSheet.tsx'
import { createProtocolState } from './protocol-state.ts'
import { countStates, countUnseenDrivers, type DriverRow, toDriverRows } from './protocols.ts'
import { useDriverActions } from './use-driver-actions.ts'

interface ListProps {
  exam: DriverExam
  results: DriverExamResult[]
  userId: number
  /** Whether the person is an examiner of the exam or a superadministrator. */
  examines: boolean
  /** Whether the day of the exam has come. */
  isHeld: boolean
}

/** State of the list and its protocols: signed ones are shown at once and sent when there is a connection. */
function useDrivers({ exam, results, userId }: ListProps) {
  const [state] = useState(() => createProtocolState(exam, userId, results))
  const queued = useStore(state.$queued)
  const rows = toDriverRows(useStore(state.$results), queued)
  const reachable = useStore(state.$reachable)
  const drafts = useStore(state.$drafts)
  useEffect(() => state.keepSending(), [state])
  usePageCopy(state.$results)
  const waiting = queued.filter(({ refusal }) => refusal === undefined).length
  return { state, rows, reachable, drafts, waiting }
}

/** The driver whose protocol is open is in the URL hash, so that Back returns to the list. */
function useOpenedDriver() {
  const [resultId, setResultId] = useState<number | null>(null)
  const read = () => setResultId(Number(/^#driver-(\d+)$/.exec(location.hash)?.[1]) || null)
  // The server does not get the hash.
  useEffect(read, [])
  usePopState(read)
  return {
    resultId,
    open(id: number) {
      history.pushState(null, '', `#driver-${id}`)
      setResultId(id)
    },
    close() {
      history.pushState(null, '', location.pathname + location.search)
      setResultId(null)
    },
  }
}

function Tallies({ rows }: { rows: readonly DriverRow[] }) {
  const t = useTexts('exams')
  const tally = countStates(rows)
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {(['drivers', 'left', 'passed', 'failed'] as const).map((name) => (
        <div key={name}>
          <dt className="text-sm text-muted">{t(`tally.${name}`)}</dt>
          <dd className="font-display text-2xl font-bold tabular-nums">{tally[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function List(props: ListProps) {
  const { exam, examines, isHeld } = props
  const t = useTexts('exams')
  const examId = exam.educationPartPracticalDriverExamId
  const drivers = useDrivers(props)
  const { state, rows } = drivers
  const deeds = useDriverActions(state, examId)
  const sheet = useOpenedDriver()
  const [unseenCount] = useState(() => countUnseenDrivers(exam, props.results))
  const [opened, setOpened] = useState<OpenDriverDialog | null>(null)
  const open = (kind: RowDialog) => (row: DriverRow) => setOpened({ kind, row })
  const actions: DriverActions = {
    onOpenProtocol: ({ resultId }) => sheet.open(resultId),
    onRead: open('read'),
    onApprove: open('approve'),
    onCorrect(row) {
      state.correct(row)
      sheet.open(row.resultId)
    },
    onGuardian: open('guardian'),
    onAdmit: (row) => void deeds.admit(row),
    onTakeBack: open('takeBack'),
    onTakeOff: open('takeOff'),
    onReopen(signed) {
      state.reopen(signed)
      sheet.open(signed.resultId)
    },
  }
  const judged = rows.find(({ resultId }) => resultId === sheet.resultId)
  const line = (
    <ConnectionState
      waiting={drivers.waiting}
      reachable={drivers.reachable}
      onSend={() => void state.send()}
      namespace="exams"
    >
      <CopyNote namespace="exams" />
    </ConnectionState>
  )
  return (
    <>
      {judged ? (
        <div data-protocol-open>
          <ProtocolSheet
            key={judged.resultId}
            exam={exam}
            row={judged}
            state={state}
            onClose={sheet.close}
            onSigned={() => {
              toast(t('signed', { name: judged.name }))
              sheet.close()
            }}
            onGuardian={() => setOpened({ kind: 'guardian', row: judged })}
          />
        </div>
      ) : (
        <>
          <PhoneFold label={t('tools')} isOpen={rows.length === 0}>
            <div className="flex flex-wrap items-start justify-between gap-4">
              <Tallies rows={rows} />
              {!exam.canceled && (
                <Button icon={<Icon of={UserPlus} size={18} />} onClick={() => setOpened({ kind: 'add' })}>
                  {t('add')}
                </Button>
              )}
            </div>
          </PhoneFold>
          {line}
          {!examines && (
            <div className="mt-5">
              <InfoBox>{t('notExaminer', { name: exam.examinerName })}</InfoBox>
            </div>
          )}
          {examines && !isHeld && rows.length > 0 && <p className="mt-5 text-muted">{t('notYet')}</p>}
          {rows.length > 0 && unseenCount > 0 && (
            <p className="mt-5 text-sm text-muted">{t('unseen', { count: unseenCount })}</p>
          )}
          {rows.length === 0 ? (
            <div className="mt-6">
              <EmptyState title={t(unseenCount > 0 ? 'noneSeen' : 'none')}>
                {unseenCount > 0 ? t('unseen', { count: unseenCount }) : t('noneText')}
              </EmptyState>
            </div>
          ) : (
            <ul data-list-keys className="mt-3 divide-y divide-line" aria-label={t('drivers')}>
              {rows.map((row) => (
                <DriverItem
                  key={row.resultId}
                  {...actions}
                  row={row}
                  judges={examines && isHeld && row.userId !== props.userId}
                  isOpened={drivers.drafts[row.resultId] !== undefined}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {opened && (
        <DriverDialogs opened={opened} examId={examId} state={state} deeds={deeds} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/**
 * Drivers of an exam with their protocols, which can be signed without a connection, and a button that adds drivers
 * unless the exam is cancelled. Protocols are written by an examiner on the day of the exam or later, and by nobody
 * about themselves. The driver whose protocol is open is in the hash of the URL, so that Back returns to the list. The
 * browser keeps a copy of the page.
 */
export const DriverList = island(List)
