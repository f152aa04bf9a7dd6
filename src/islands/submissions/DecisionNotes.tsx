import { useTexts } from '../client/texts.tsx'
import { ConnectionState } from '../offline/ConnectionState.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { UndoBar } from '../ui/UndoBar.tsx'
import type { HeldDecision } from './decision-queue.ts'
import { reviewShortcuts } from './review-shortcuts.ts'
import type { Decisions } from './use-decisions.ts'

interface NotesProps {
  decisions: Decisions
  onOpen: (submissionId: number) => void
}

/** The reader's decisions that are not saved: those that wait for a connection, and refused ones with their reason. */
export function DecisionNotes({ decisions, onOpen }: NotesProps) {
  const t = useTexts('submissions')
  const open = (decision: HeldDecision) => {
    decisions.dismiss(decision)
    onOpen(decision.submissionId)
  }
  const actions = (decision: HeldDecision) => (
    <>
      <Button size="small" onClick={() => open(decision)}>
        {t('decide.openRefused')}
      </Button>
      <Button size="small" tone="quiet" onClick={() => decisions.dismiss(decision)}>
        {t('decide.dismiss')}
      </Button>
    </>
  )
  return (
    <>
      <ConnectionState
        waiting={decisions.waiting.length}
        reachable={decisions.reachable}
        onSend={() => void decisions.send(true)}
        namespace="submissions"
      />
      {decisions.refused.map((decision) => (
        <div key={decision.id} className="mt-3">
          <ErrorBox title={t('decide.refused', { name: decision.userName })} actions={actions(decision)}>
            {decision.refusal}
          </ErrorBox>
        </div>
      ))}
    </>
  )
}

/** Bar that takes back the last decision for as long as it is held. */
export function UndoDecision({ last, onUndo }: { last: HeldDecision | null; onUndo: () => void }) {
  const t = useTexts('submissions')
  const text = last && t(`decide.done.${last.status}`, { name: last.userName })
  return <UndoBar text={text} label={t('undo')} shortcut={reviewShortcuts.undo.label} onUndo={onUndo} />
}
