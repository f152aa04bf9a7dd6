import { type ReactNode, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { FormDialog } from '../editing/FormDialog.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { TextArea } from '../ui/TextArea.tsx'

interface ReasonDialogProps {
  title: string
  verb: string
  label: string
  hint?: string | undefined
  tone?: 'primary' | 'danger' | undefined
  onSave: (reason: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/**
 * Dialog that asks for a reason and calls `onSave` with it as typed, also when it is empty. It stays open and shows the
 * error when `onSave` rejects; closing after a success is the caller's. `onClose` is called on cancel only, and not
 * while `onSave` runs.
 */
export function ReasonDialog({ title, verb, label, hint, tone, onSave, onClose, children }: ReasonDialogProps) {
  const t = useTexts('licenses')
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useSaving()
  return (
    <FormDialog
      title={title}
      verb={verb}
      tone={tone}
      isBusy={isBusy}
      failure={failure}
      onClose={() => {
        if (!isBusy) onClose()
      }}
      labelOf={(field) => (field === 'reason' ? label : t(field))}
      onSave={() => void run(() => onSave(reason))}
    >
      {children}
      <TextArea
        name="reason"
        label={label}
        hint={hint}
        error={failure?.fields['reason']}
        limit={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
