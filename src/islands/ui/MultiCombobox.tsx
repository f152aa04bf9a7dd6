import { X } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { Combobox, type ComboboxItem } from './Combobox.tsx'
import type { FieldTexts } from './FieldFrame.tsx'
import { Icon } from './Icon.tsx'

type ManyChoiceProps = FieldTexts & {
  /** Items to choose from; with `onSearch`, the server's results. */
  items: readonly ComboboxItem[]
  /** Chosen items with their names, which `items` need not hold. */
  chosen: readonly ComboboxItem[]
  onChange: (chosen: ComboboxItem[]) => void
  onSearch?: ((text: string) => void) | undefined
  onOpen?: (() => void) | undefined
  placeholder?: string | undefined
}

/**
 * Field for several items: the `chosen` ones as chips, each with a button that removes it, and a combobox that adds
 * more. `onChange` gets all chosen items, each once and in the order in which they were added.
 *
 * The caller keeps them: a submitted form does not contain them. `onSearch` and `onOpen` are those of `Combobox`.
 */
export function MultiCombobox({ items, chosen, onChange, onSearch, onOpen, placeholder, ...texts }: ManyChoiceProps) {
  const t = useTexts('editing')
  const isChosen = (id: number) => chosen.some((one) => one.id === id)
  const add = (_: number | null, item?: ComboboxItem) => {
    if (item && !isChosen(item.id)) onChange([...chosen, item])
  }
  return (
    <div className="min-w-0">
      <Combobox
        // A new combobox after each choice, so that it is empty again.
        key={chosen.length}
        {...texts}
        items={items.filter(({ id }) => !isChosen(id))}
        onChange={add}
        onSearch={onSearch}
        onOpen={onOpen}
        placeholder={placeholder ?? t('addMore')}
      />
      {chosen.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('chosen', { label: texts.label })}>
          {chosen.map((one) => (
            <li key={one.id} className="inline-flex items-center rounded-full border border-line bg-hover pl-3 text-sm">
              {one.label}
              <button
                type="button"
                aria-label={t('removeChoice', { name: one.label })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
                className="grid size-9 place-items-center rounded-full text-muted hover:text-ink"
              >
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
