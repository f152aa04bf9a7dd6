import type { ReactNode } from 'react'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FailureBox, SaveBar } from './SaveBar.tsx'
import type { DraftState } from './use-draft.ts'

interface DraftFormProps<Draft extends object> {
  form: DraftState<Draft>
  labelOf: (field: string) => string
  /** A value in a conflict, where it is more than its own text. */
  textOf?: ((field: keyof Draft & string, value: unknown) => string) | undefined
  /** The verb, when it is not "save". */
  saveLabel?: string | undefined
  children: ReactNode
}

/** A page's form over something stored: why it was refused, its fields, saving, and the question when another was first. */
export function DraftForm<Draft extends object>({ form, labelOf, textOf, saveLabel, children }: DraftFormProps<Draft>) {
  return (
    <>
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <FailureBox failure={form.failure} labelOf={labelOf} />
        {children}
        <SaveBar busy={form.busy} isDirty={form.isDirty} onSave={() => void form.save()} label={saveLabel} />
      </form>
      <ConflictDialog form={form} labelOf={labelOf} textOf={textOf} />
    </>
  )
}
