import type { ReactNode } from 'react'
import { Field } from '../ui/Field.tsx'

interface FilterBarProps<Search extends { text: string }> {
  search: Search
  change: (fields: Partial<Search>) => void
  /** The search field, which stands first. */
  find: { name?: string; label: string; placeholder?: string; className: string }
  /** Classes of the frame, and of the fields' places in it. */
  className: string
  /** Stands beside the buttons of a list, and is no landmark of its own. */
  isToolbar?: boolean
  children: ReactNode
}

/** The filters of a list; each is applied at once and stands in the URL. */
export function FilterBar<Search extends { text: string }>(props: FilterBarProps<Search>) {
  const { search, change, find, className, isToolbar = false, children } = props
  const Frame = isToolbar ? 'div' : 'search'
  return (
    <Frame className={className}>
      <Field
        name="text"
        type="search"
        {...find}
        value={search.text}
        // The text is one of the search's own fields.
        onChange={({ target }) => change({ text: target.value } as Partial<Search>)}
      />
      {children}
    </Frame>
  )
}
