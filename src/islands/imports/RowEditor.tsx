import { Pencil } from '@lucide/icons'
import { useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { type EditedCells, RowForm, type StoredRow } from './RowForm.tsx'

interface RowEditorProps {
  /** Number of the row in the file. */
  row: number
  /** Locale file with the texts `editRow`, `saveRow`, `rowSaved` and `cancel`. */
  namespace: 'imports' | 'member-imports'
  labelOf: (column: string) => string
  load: () => Promise<StoredRow>
  /** Saves changed cells over the version that was edited. */
  save: (change: EditedCells) => Promise<StoredRow>
  /** Called when the row is saved without an error. */
  onSaved: () => void
}

/**
 * Button that opens a row of an import for its correction in place, and closes it when pressed again; a toast says when
 * it cannot be loaded. A row that is saved without an error closes with a toast and calls `onSaved`.
 */
export function RowEditor({ row, namespace, labelOf, load, save, onSaved }: RowEditorProps) {
  const t = useTexts(namespace)
  const [stored, setStored] = useState<StoredRow | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const open = async () => {
    setIsBusy(true)
    try {
      setStored(await load())
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setIsBusy(false)
    }
  }
  const close = () => {
    setStored(null)
    button.current?.focus()
  }
  return (
    <div className="grid min-w-0 justify-items-start gap-3">
      <Button
        ref={button}
        size="small"
        isBusy={isBusy}
        icon={<Icon of={Pencil} size={16} />}
        aria-expanded={stored !== null}
        data-edit-row={row}
        onClick={() => (stored ? close() : void open())}
      >
        {t('editRow', { row })}
      </Button>
      {stored && (
        <RowForm
          stored={stored}
          namespace={namespace}
          labelOf={labelOf}
          load={load}
          save={save}
          onCancel={close}
          onSaved={() => {
            toast(t('rowSaved', { row }))
            setStored(null)
            onSaved()
          }}
        />
      )}
    </div>
  )
}
