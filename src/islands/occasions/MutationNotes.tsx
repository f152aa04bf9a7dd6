import { useStore } from '@nanostores/react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { UndoBar } from '../ui/UndoBar.tsx'
import type { ParticipantRowData } from './participant-rows.ts'
import type { ParticipantState } from './participant-state.ts'
import type { ResultMutations } from './result-queue.ts'

interface LostTapsProps {
  list: Pick<ParticipantState, '$taps' | 'dismiss'>
  occasionId: number
  rows: readonly ParticipantRowData[]
}

/**
 * Refused changes of the occasion about people who are no longer on the list, whom no row shows. It names the number
 * and the first reason, and its button dismisses all; nothing without any.
 */
export function RefusedMutations({ list, occasionId, rows }: LostTapsProps) {
  const t = useTexts('occasions')
  const listedIds = new Set(rows.map(({ resultId }) => resultId))
  const lost = useStore(list.$taps).filter(
    (tap) => tap.refusal !== undefined && tap.occasionId === occasionId && !listedIds.has(tap.resultId),
  )
  if (lost.length === 0) return null
  const dismissButton = <Button onClick={() => lost.forEach(list.dismiss)}>{t('lost.read')}</Button>
  return (
    <div className="mt-5">
      <ErrorBox title={t('lost', { count: lost.length })} actions={dismissButton}>
        {lost[0]?.refusal}
      </ErrorBox>
    </div>
  )
}

interface UndoMutationProps {
  last: ResultMutations
  rows: readonly ParticipantRowData[]
  onUndo: () => void
}

/**
 * Shows the last change, with the person's name or the number of people, and a button that calls `onUndo`; empty
 * without one.
 */
export function UndoMutation({ last, rows, onUndo }: UndoMutationProps) {
  const t = useTexts('occasions')
  const [first] = last
  const name = rows.find(({ resultId }) => resultId === first?.resultId)?.name ?? ''
  const who = last.length > 1 ? t('people', { count: last.length }) : name
  const text = first ? t(`said.${first.field}.${first.value ? 'yes' : 'no'}`, { who }) : null
  return <UndoBar text={text} label={t('undo')} onUndo={onUndo} />
}
