import { type ReactNode, useId } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureBox } from './SaveBar.tsx'
import type { Failure } from './use-draft.ts'

interface FormDialogProps {
  title: string
  /** What the button does, in its words. */
  verb: string
  busy: boolean
  failure: Failure | null
  labelOf?: ((field: string) => string) | undefined
  onSave: () => void
  onClose: () => void
  tone?: 'primary' | 'danger' | undefined
  disabled?: boolean | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  children: ReactNode
  /** Stands before the names of fields that others on the page have too. */
  prefix?: string | undefined
  /** What opens above it; outside its form, so that nothing chosen there sends it. */
  above?: ReactNode
}

/** A form in a dialog: Enter sends it, a touch beside it loses nothing, and a refusal stands above its fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, busy, failure, labelOf = (field) => field, onSave, onClose, children } = props
  const t = useTexts('common')
  const formId = useId()
  const actions = (
    <>
      <Button type="submit" form={formId} tone={props.tone ?? 'primary'} busy={busy} disabled={props.disabled ?? false}>
        {verb}
      </Button>
      <Button onClick={onClose}>{t('cancel')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} size={props.size} closesOutside={false} actions={actions}>
      <form
        id={formId}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          // A form that opens from a field of this one sends itself and not this one.
          event.stopPropagation()
          onSave()
        }}
      >
        <FailureBox failure={failure} labelOf={labelOf} prefix={props.prefix} />
        {children}
      </form>
      {props.above}
    </Dialog>
  )
}
