import { useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Confirm } from '../ui/Confirm.tsx'
import { toast } from '../ui/toast.ts'

interface ConfirmForPersonProps {
  /** Key of the texts `<verb>.question`, `<verb>.detail` and `menu.<verb>`. */
  verb: string
  name: string
  change: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/**
 * Question before the office changes an account by `change`, in the texts of `verb`. After a success `onDone` is
 * called, and must close the question; `onClose` is called on cancel only. A failure is a toast, and the question stays
 * for another try.
 */
export function ConfirmForPerson({ verb, name, change, onDone, onClose }: ConfirmForPersonProps) {
  const t = useTexts('users')
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await change()
      onDone()
    } catch (error) {
      toast(toFailure(error).message, 'danger')
      setIsBusy(false)
    }
  }
  return (
    <Confirm
      open
      question={t(`${verb}.question`, { name })}
      detail={t(`${verb}.detail`)}
      action={t(`menu.${verb}`)}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
