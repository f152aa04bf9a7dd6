import { X } from '@lucide/icons'
import { useContext, useEffect, useRef, useState } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Combobox, type ComboboxItem } from './Combobox.tsx'
import type { FieldTexts } from './FieldFrame.tsx'
import { Icon } from './Icon.tsx'
import { IsOpening } from './overlay-container.ts'

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
 * Focuses the field when a change has removed the element with the focus. Until then `isPending` is true, so that the
 * list, which opens on focus, can stay closed: it would cover the chips.
 */
function useFocusAfterChange() {
  const container = useRef<HTMLDivElement>(null)
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (!isPending) return
    if (document.activeElement === document.body)
      container.current?.querySelector<HTMLInputElement>('input[data-opens]')?.focus()
    setPending(false)
  }, [isPending])
  return { container, isPending, request: () => setPending(true) }
}

/**
 * Field for several items: the `chosen` ones as chips, each with a button that removes it, and a combobox that adds
 * more. `onChange` gets all chosen items, each once and in the order in which they were added. The field has the focus
 * after each change, with its list closed.
 *
 * The caller keeps them: a submitted form does not contain them. `onSearch` and `onOpen` are those of `Combobox`.
 */
export function MultiCombobox({ items, chosen, onChange, onSearch, onOpen, placeholder, ...texts }: ManyChoiceProps) {
  const t = useTexts('editing')
  const isChosen = (id: number) => chosen.some((one) => one.id === id)
  const isOpening = useContext(IsOpening)
  const focus = useFocusAfterChange()
  const [additions, setAdditions] = useState(0)
  const add = (_: number | null, item?: ComboboxItem) => {
    if (!item || isChosen(item.id)) return
    setAdditions(additions + 1)
    focus.request()
    onChange([...chosen, item])
  }
  const remove = (removed: ComboboxItem) => {
    focus.request()
    onChange(chosen.filter(({ id }) => id !== removed.id))
  }
  return (
    <div ref={focus.container} className="min-w-0">
      <IsOpening value={isOpening || focus.isPending}>
        <Combobox
          // A new combobox after each addition, so that it is empty again.
          key={additions}
          {...texts}
          items={items.filter(({ id }) => !isChosen(id))}
          onChange={add}
          onSearch={onSearch}
          onOpen={onOpen}
          placeholder={placeholder ?? t('addMore')}
        />
      </IsOpening>
      {chosen.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2" aria-label={t('chosen', { label: texts.label })}>
          {chosen.map((one) => (
            <li key={one.id} className="inline-flex items-center rounded-full border border-line bg-hover pl-3 text-sm">
              {one.label}
              <button
                type="button"
                aria-label={t('removeChoice', { name: one.label })}
                onClick={() => remove(one)}
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
