import { ArrowDown, ArrowUp, Plus, Trash2 } from '@lucide/icons'
import type { ChecklistItem } from '#api/questions.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { withNewItem } from './checklist.ts'

interface ChecklistEditorProps {
  items: readonly ChecklistItem[]
  onChange: (items: ChecklistItem[]) => void
}

interface RowProps {
  item: ChecklistItem
  at: number
  count: number
  onChange: (item: ChecklistItem) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function ItemRow({ item, at, count, onChange, onMove, onRemove }: RowProps) {
  const t = useTexts('management')
  const name = `checklist-${item.id}`
  return (
    <li className="flex flex-wrap items-end gap-x-3 gap-y-2 rounded-card border border-line p-3">
      <Field
        name={name}
        label={t('checklist.item', { number: at + 1 })}
        className="flex-1 basis-64"
        maxLength={300}
        value={item.text}
        onChange={(event) => onChange({ ...item, text: event.target.value })}
      />
      <div className="pb-2.5">
        <Checkbox
          name={`${name}-required`}
          label={t('checklist.required')}
          checked={item.required}
          onChange={(event) => onChange({ ...item, required: event.target.checked })}
        />
      </div>
      <div className="ml-auto flex">
        <IconButton
          label={t('checklist.up', { text: item.text })}
          icon={<Icon of={ArrowUp} size={18} />}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t('checklist.down', { text: item.text })}
          icon={<Icon of={ArrowDown} size={18} />}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={t('checklist.remove', { text: item.text })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

/**
 * Editor of an exam's checklist: one item for each thing that is judged, in order. `onChange` receives the whole list
 * after each letter, each move and each removal; empty items stay in it.
 */
export function ChecklistEditor({ items, onChange }: ChecklistEditorProps) {
  const t = useTexts('management')
  const moved = (at: number, by: 1 | -1) => {
    const [item] = items.slice(at, at + 1)
    return item ? items.toSpliced(at, 1).toSpliced(at + by, 0, item) : [...items]
  }
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="text-base">{t('checklist')}</h3>
        <p className="text-sm text-muted">{t('checklist.hint')}</p>
      </div>
      {items.length > 0 && (
        <ol className="grid grid-cols-1 gap-2">
          {items.map((item, at) => (
            <ItemRow
              key={item.id}
              item={item}
              at={at}
              count={items.length}
              onChange={(changed) => onChange(items.with(at, changed))}
              onMove={(by) => onChange(moved(at, by))}
              onRemove={() => onChange(items.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <Button
        className="justify-self-start"
        icon={<Icon of={Plus} size={18} />}
        onClick={() => onChange(withNewItem(items))}
      >
        {t('checklist.add')}
      </Button>
    </section>
  )
}
