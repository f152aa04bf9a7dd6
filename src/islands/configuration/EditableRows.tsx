import { Pencil, Plus } from '@lucide/icons'
import { type ReactNode, useState } from 'react'
import { type LoadedList, listRows, loadList } from '../client/loaded-list.ts'
import { useTexts } from '../client/texts.tsx'
import { type DraftFields, draftFields } from '../editing/draft-fields.ts'
import { FormDialog } from '../editing/FormDialog.tsx'
import { toFailure, useUnsavedWarning } from '../editing/use-draft.ts'
import { useForm } from '../editing/use-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'

export interface EditableRow {
  id: number
  name: string
  active: boolean
  order: number
  lastChange: Date
}

/** Draft of a row; without an id it is new. */
export type RowDraft<Row extends EditableRow> = Omit<Row, 'id' | 'lastChange'> & { id?: number; lastChange?: Date }

interface EditableRowsProps<Row extends EditableRow> {
  list: LoadedList<Row>
  /** Headings with a condition for the rows below each; absent for a single list. */
  groups?: readonly { title: string; has: (row: Row) => boolean }[]
  blank: RowDraft<Row>
  words: { add: string; new: string; edit: (row: Row) => string }
  save: (draft: RowDraft<Row>) => Promise<unknown>
  reload: () => Promise<Row[]>
  aside?: ((row: Row) => ReactNode) | undefined
  fields: (form: DraftFields<RowDraft<Row>>) => ReactNode
}

/**
 * Editable list that categories and education roles share: add and edit in a dialog, never delete. `list` is read once,
 * `blank` is the draft of a new row, `words` are the labels, `fields` further fields of the dialog, and `aside` stands
 * before a row's name. `groups` divide the rows under headings, without those that have none; one list without it.
 *
 * `save` receives the draft, without an id for a new row. A toast follows, the rows come from `reload`, whose failure
 * is shown above the old rows, and the dialog closes. A failed save is shown in the dialog; a cancel loses its changes.
 */
export function EditableRows<Row extends EditableRow>(props: EditableRowsProps<Row>) {
  const t = useTexts('common')
  const { groups = [{ title: '', has: () => true }], blank, words, reload } = props
  const [list, setList] = useState(props.list)
  const rows = listRows(list)
  const [draft, setDraft] = useState<RowDraft<Row> | null>(null)
  const load = async () => {
    setList({ ...list, status: 'loading' })
    setList(await loadList(reload(), (error) => toFailure(error).message, list))
  }
  const done = async () => {
    await load()
    setDraft(null)
  }
  return (
    <div className="grid gap-6">
      <div>
        <Button tone="primary" icon={<Icon of={Plus} size={18} />} onClick={() => setDraft(blank)}>
          {words.add}
        </Button>
      </div>
      {list.error && (
        <ErrorBox
          title={t('listFailed')}
          actions={
            <Button isBusy={list.status === 'loading'} onClick={() => void load()}>
              {t('loadAgain')}
            </Button>
          }
        >
          {list.error}
        </ErrorBox>
      )}
      {groups
        .map((group) => ({ ...group, own: rows.filter(group.has) }))
        .filter(({ own }) => own.length > 0)
        .map(({ title, own }) => (
          <section key={title} className="grid gap-3">
            {title && <h2 className="text-lg">{title}</h2>}
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {own.map((row) => (
                <Row key={row.id} row={row} words={words} aside={props.aside} onEdit={() => setDraft(row)} />
              ))}
            </ul>
          </section>
        ))}
      {draft && <RowDialog {...props} start={draft} onDone={done} onClose={() => setDraft(null)} />}
    </div>
  )
}

type RowProps<Row extends EditableRow> = Pick<EditableRowsProps<Row>, 'words' | 'aside'> & {
  row: Row
  onEdit: () => void
}

function Row<Item extends EditableRow>({ row, words, aside, onEdit }: RowProps<Item>) {
  const t = useTexts('configuration')
  return (
    <li className="flex items-center gap-4 px-5 py-2">
      <span className={`flex min-w-0 flex-1 flex-wrap items-center gap-3 ${row.active ? 'font-medium' : 'text-muted'}`}>
        {aside?.(row)}
        {row.name}
        {!row.active && <Badge>{t('rows.inactive')}</Badge>}
      </span>
      <IconButton label={words.edit(row)} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />
    </li>
  )
}

type SharedFields = Pick<EditableRow, 'name' | 'order' | 'active'>

type RowDialogProps<Row extends EditableRow> = EditableRowsProps<Row> & {
  start: RowDraft<Row>
  onDone: () => Promise<void>
  onClose: () => void
}

function RowDialog<Row extends EditableRow>({ start, words, save, fields, onDone, onClose }: RowDialogProps<Row>) {
  const t = useTexts('configuration')
  const form = useForm(start)
  const { draft, isBusy, failure, run } = form
  const labelOf = (name: string) => t(`rows.${name}`)
  const shared = {
    draft,
    // Every row has the shared fields.
    change: (fields: Partial<SharedFields>) => form.change(fields as Partial<RowDraft<Row>>),
    errorOf: form.errorOf,
  }
  const { text, tick } = draftFields<SharedFields>(shared, labelOf)
  useUnsavedWarning(draft !== start)
  const write = () =>
    run(async () => {
      await save(draft)
      toast(t('saved'))
      await onDone()
    })
  return (
    <FormDialog
      title={start.id === undefined ? words.new : start.name}
      verb={t('save')}
      labelOf={labelOf}
      onSave={() => void write()}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
    >
      <Field {...text('name')} required maxLength={100} />
      {fields(form)}
      <Field
        name="order"
        label={t('rows.order')}
        hint={t('rows.orderHint')}
        error={form.errorOf('order')}
        inputMode="numeric"
        value={String(draft.order)}
        onChange={(event) => shared.change({ order: Number(event.target.value.replace(/\D/g, '')) })}
      />
      <Checkbox {...tick('active')} hint={t('rows.activeHint')} />
    </FormDialog>
  )
}
