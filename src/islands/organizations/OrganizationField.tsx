import { useFoundItems } from '../found-items.ts'
import { Combobox, type ComboboxItem } from '../ui/Combobox.tsx'
import type { FieldTexts } from '../ui/FieldFrame.tsx'

type OrganizationFieldProps = FieldTexts & {
  /** The chosen one's name, when the page knows it. */
  known: readonly ComboboxItem[]
  value: number | null
  onChange: (id: number | null) => void
  /** Also those that are no longer in use. */
  inactive?: boolean
  placeholder?: string | undefined
}

/** One organisation out of thousands, found as one types. */
export function OrganizationField({ known, inactive = false, ...field }: OrganizationFieldProps) {
  const { offered, search, begin } = useFoundItems('organizations', known, { inactive })
  return <Combobox {...field} items={offered(field.value)} onSearch={search} onOpen={begin} />
}
