import { type ItemFilter, type SearchableKind, useItemSearch } from '../client/item-search.ts'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import type { FieldTexts } from '../ui/FieldFrame.tsx'

export type SearchOneProps = FieldTexts & {
  kind: SearchableKind
  narrower?: ItemFilter
  /** Name of the chosen item, if the page knows it. */
  known: readonly ComboboxItem[]
  value: number | null
  onChange: (id: number | null) => void
  placeholder?: string | undefined
}

/**
 * Field for one item that the server searches while the reader types, by `useItemSearch`. `narrower` is its filter,
 * `known` has the name of the chosen item. `onChange` receives the chosen id, or null when the field is emptied.
 */
export function SearchOne({ kind, narrower, known, ...field }: SearchOneProps) {
  const { items, search, begin, nameOf } = useItemSearch(kind, known, narrower)
  return <Combobox {...field} items={items} chosen={nameOf(field.value)} onSearch={search} onOpen={begin} />
}
