import { type FoundKind, type Narrower, useFoundItems } from '../client/found-items.ts'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import type { FieldTexts } from '../ui/FieldFrame.tsx'

export type FoundOneProps = FieldTexts & {
  kind: FoundKind
  narrower?: Narrower
  /** Name of the chosen item, if the page knows it. */
  known: readonly ComboboxItem[]
  value: number | null
  onChange: (id: number | null) => void
  placeholder?: string | undefined
}

/** Field for one item that the server searches while the reader types. */
export function FoundOne({ kind, narrower, known, ...field }: FoundOneProps) {
  const { items, search, begin, nameOf } = useFoundItems(kind, known, narrower)
  return <Combobox {...field} items={items} chosen={nameOf(field.value)} onSearch={search} onOpen={begin} />
}
