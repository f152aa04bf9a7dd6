import { type ReactNode, useId } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FailedSave } from '../ui/failed-save.ts'
import { FailureBox } from './SaveBar.tsx'
import type { Failure } from './use-draft.ts'

interface FormDialogProps {
  title: string
  /** Label of the button. */
  verb: string
  isBusy: boolean
  failure: Failure | null
  labelOf?: ((field: string) => string) | undefined
  onSave: () => void
  onClose: () => void
  tone?: 'primary' | 'danger' | undefined
  disabled?: boolean | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  children: ReactNode
  /** Prefix for the names of fields that the page has more than once. */
  prefix?: string | undefined
  /** Dialogs that open above this one; rendered outside the form, so that a choice in them does not submit it. */
  above?: ReactNode
}

/**
 * Form in a dialog. Enter and the button `verb` call `onSave`; the browser validates nothing.
 *
 * The caller sets `isBusy` and `failure`, and closes the dialog after a save; `onClose` is called on cancel and Escape,
 * and a press beside it does not close it. Errors are shown above the fields and name a field by `labelOf`, by default
 * its own name.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, isBusy, failure, labelOf = (field) => field, onSave, onClose, children } = props
  const t = useTexts('common')
  const formId = useId()
  const actions = (
    <>
      <Button
        type="submit"
        form={formId}
        tone={props.tone ?? 'primary'}
        isBusy={isBusy}
        disabled={props.disabled ?? false}
      >
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
          // Submitting a form that opened from a field of this one must not submit this one too.
          event.stopPropagation()
          onSave()
        }}
      >
        <FailureBox failure={failure} labelOf={labelOf} prefix={props.prefix} />
        <FailedSave value={failure}>{children}</FailedSave>
      </form>
      {props.above}
    </Dialog>
  )
}
