import { type ItemFilter, type SearchableKind, useItemSearch } from '../client/item-search.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import type { FieldTexts } from '../ui/FieldFrame.tsx'
import { MultiCombobox } from '../ui/MultiCombobox.tsx'

type FoundManyProps = FieldTexts & {
  kind: SearchableKind
  narrower?: ItemFilter
  /** Names of the chosen items, as far as the page knows them. */
  known: readonly ComboboxItem[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  placeholder?: string | undefined
}

/**
 * Field for several items that the server searches while the reader types, by `useItemSearch`. `narrower` is its
 * filter, `known` has the names of chosen items. `onChange` receives the ids of all chosen items.
 */
export function SearchMany({ kind, narrower, known, chosen, onChange, ...field }: FoundManyProps) {
  const { items, search, begin, named } = useItemSearch(kind, known, narrower)
  return (
    <MultiCombobox
      {...field}
      items={items}
      onSearch={search}
      onOpen={begin}
      chosen={named(chosen)}
      onChange={(now) => onChange(now.map(({ id }) => id))}
    />
  )
}
