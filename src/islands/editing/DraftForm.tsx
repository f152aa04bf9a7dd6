import { type ReactNode, useEffect } from 'react'
import { FailedSave } from '../ui/failed-save.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { FormSection } from './form-section.ts'
import { JumpList } from './JumpList.tsx'
import { FailureBox, SaveBar } from './SaveBar.tsx'
import type { DraftState } from './use-draft.ts'

interface DraftFormProps<Draft extends object> {
  form: DraftState<Draft>
  labelOf: (field: string) => string
  /** Formats a value in the conflict dialog, where it is more than its own text. */
  textOf?: ((field: keyof Draft & string, value: unknown) => string) | undefined
  /** Label of the save button when it is not "save". */
  saveLabel?: string | undefined
  /** Sections of a long form, in their order; without them the form has no jump list. */
  sections?: readonly FormSection[] | undefined
  children: ReactNode
}

/** Moves the focus to the control that the fragment of the URL names; nothing without one. */
function focusLinkedField(): void {
  document.getElementById(location.hash.slice(1))?.focus()
}

/**
 * Form of a page that edits stored data: error box, fields, save bar and conflict dialog. `form` is that of
 * `useDraft`, which the button saves, and Enter in a field of one line; `children` are the fields. `labelOf` names a
 * field, and `textOf` formats its value in the conflict dialog. `sections` are linked beside or above them. The field
 * that the fragment of the URL names, as `#field-<name>`, gets the focus at first.
 */
export function DraftForm<Draft extends object>(props: DraftFormProps<Draft>) {
  const { form, labelOf, textOf, saveLabel, sections, children } = props
  useEffect(focusLinkedField, [])
  const fields = (
    <form
      noValidate
      className="grid min-w-0 grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        // Enter in a field of a dialog that opened from a field, such as the address of a link, is not for the form.
        if (!event.currentTarget.querySelector('dialog[open]')) void form.save()
      }}
    >
      <FailureBox failure={form.failure} labelOf={labelOf} />
      <FailedSave value={form.failure}>{children}</FailedSave>
      <SaveBar isBusy={form.isBusy} isDirty={form.isDirty} label={saveLabel} />
    </form>
  )
  return (
    <>
      {sections ? (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_11rem] lg:gap-8">
          <JumpList sections={sections} />
          {fields}
        </div>
      ) : (
        fields
      )}
      <ConflictDialog form={form} labelOf={labelOf} textOf={textOf} />
    </>
  )
}
