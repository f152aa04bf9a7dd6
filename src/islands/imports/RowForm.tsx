import { useEffect, useRef } from 'react'
import { useTexts } from '../client/texts.tsx'
import { ConflictDialog } from '../editing/ConflictDialog.tsx'
import { draftFields } from '../editing/draft-fields.ts'
import { FailureBox } from '../editing/SaveBar.tsx'
import { useDraft } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'

export type RowCells = Record<string, string>

/** A row of an import as the server stores it. */
export interface StoredRow {
  row: number
  cells: RowCells
  message: string | null
  /** Column that the error is about; null when it is about the whole row. */
  wrongColumn: string | null
  /** Whether the row cannot be imported. */
  isWrong: boolean
  lastChange: Date
}

export interface EditedCells {
  cells: RowCells
  lastChange: Date
}

interface RowFormProps {
  stored: StoredRow
  namespace: 'imports' | 'member-imports'
  labelOf: (column: string) => string
  load: () => Promise<StoredRow>
  save: (change: EditedCells) => Promise<StoredRow>
  onSaved: () => void
  onCancel: () => void
}

const pickChanged = (draft: RowCells, before: RowCells): RowCells =>
  Object.fromEntries(Object.entries(draft).filter(([column, cell]) => cell !== before[column]))

/**
 * Form with the cells of a row, the reason beside the wrong one, which takes the focus. It saves the changed cells by
 * `save`, stays open while the row has an error, and calls `onSaved` once it has none. The Escape key and a button call
 * `onCancel`. A version conflict is asked about.
 */
export function RowForm({ stored, namespace, labelOf, load, save, onSaved, onCancel }: RowFormProps) {
  const t = useTexts(namespace)
  const element = useRef<HTMLFormElement>(null)
  const form = useDraft<RowCells, StoredRow>({
    stored,
    draftOf: ({ cells }) => cells,
    save: (draft, { cells, lastChange }) => save({ cells: pickChanged(draft, cells), lastChange }),
    reload: load,
    onSaved: (saved) => {
      if (!saved.isWrong) onSaved()
    },
  })
  const { base } = form
  const prefix = `row-${base.row}-`
  const isShownBeside = base.wrongColumn !== null && base.wrongColumn in base.cells
  const { text } = draftFields<RowCells>(
    {
      ...form,
      errorOf: (column) => form.errorOf(column) ?? ((column === base.wrongColumn && base.message) || undefined),
    },
    labelOf,
    prefix,
  )
  useEffect(() => {
    const column = base.wrongColumn ?? Object.keys(base.cells)[0] ?? ''
    element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(`${prefix}${column}`)}"]`)?.focus()
  }, [base, prefix])
  return (
    <>
      <form
        ref={element}
        noValidate
        aria-label={t('editRow', { row: base.row })}
        className="grid w-full gap-4 rounded-card border border-line bg-canvas p-4"
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <FailureBox failure={form.failure} labelOf={labelOf} prefix={prefix} />
        {base.message && !isShownBeside && <ErrorBox>{base.message}</ErrorBox>}
        <div className="grid gap-4 sm:grid-cols-2">
          {Object.keys(base.cells).map((column) => (
            <Field key={column} {...text(column)} maxLength={200} />
          ))}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="primary" isBusy={form.isBusy}>
            {t('saveRow')}
          </Button>
          <Button onClick={onCancel}>{t('cancel')}</Button>
        </div>
      </form>
      <ConflictDialog form={form} labelOf={labelOf} />
    </>
  )
}
