import type { ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ErrorBox } from './ErrorBox.tsx'

interface ConfirmProps {
  open: boolean
  /** The question, exact where the specification fixes its text. */
  question: string
  detail?: string | undefined
  /** Verb of the action: "Ta bort", never "OK". */
  action: string
  /** Text of the other button where "Avbryt" could be mistaken for the action. */
  refusal?: string | undefined
  /** Why the action failed; shown below the detail. */
  problem?: string | undefined
  /** Effects of the action, below the detail. */
  children?: ReactNode
  isDangerous?: boolean | undefined
  isBusy?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Dialog that asks before an irreversible action, with the button `action` and a button that cancels, named `refusal`
 * or as usual. Below the question are `detail` `children` and, when the action has failed, the reason (`problem`).
 * `isDangerous` makes the action red, `isBusy` makes it wait; it can still be cancelled.
 *
 * It stays open until `open` is false: the caller closes it in `onConfirm` and `onCancel`. Escape and the close button
 * cancel; a press beside it does nothing.
 */
export function Confirm({
  open,
  question,
  detail,
  children,
  problem,
  action,
  refusal,
  isDangerous,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const t = useTexts('common')
  const actions = (
    <>
      <Button tone={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {action}
      </Button>
      <Button onClick={onCancel}>{refusal ?? t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onCancel} title={question} size="small" closesOutside={false} actions={actions}>
      {detail && <p className="text-muted">{detail}</p>}
      {children}
      {problem && <ErrorBox>{problem}</ErrorBox>}
    </Dialog>
  )
}
