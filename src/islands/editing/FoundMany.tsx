import { type FoundKind, type Narrower, useFoundItems } from '../client/found-items.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import type { FieldTexts } from '../ui/FieldFrame.tsx'
import { ManyChoice } from '../ui/ManyChoice.tsx'

type FoundManyProps = FieldTexts & {
  kind: FoundKind
  narrower?: Narrower
  /** Names of the chosen items, as far as the page knows them. */
  known: readonly ComboboxItem[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  placeholder?: string | undefined
}

/** Field for several items that the server searches while the reader types. */
export function FoundMany({ kind, narrower, known, chosen, onChange, ...field }: FoundManyProps) {
  const { items, search, begin, named } = useFoundItems(kind, known, narrower)
  return (
    <ManyChoice
      {...field}
      items={items}
      onSearch={search}
      onOpen={begin}
      chosen={named(chosen)}
      onChange={(now) => onChange(now.map(({ id }) => id))}
    />
  )
}
