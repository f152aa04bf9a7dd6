import type { ReactNode } from 'react'
import { Field } from '../ui/Field.tsx'

interface FilterBarProps<Search extends { text: string }> {
  search: Search
  change: (fields: Partial<Search>) => void
  /** The search field, which is first. */
  find: { name?: string; label: string; placeholder?: string; className: string }
  /** Classes of the frame and the grid of its fields. */
  className: string
  /** Whether it is part of a toolbar and no landmark of its own. */
  isToolbar?: boolean
  children: ReactNode
}

/**
 * Bar with the search field of a list and its further filters, the `children`. Each letter in the field calls `change`
 * with the text; the caller applies it. It is a search landmark unless `isToolbar`.
 */
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
        // `text` is a field of every search.
        onChange={({ target }) => change({ text: target.value } as Partial<Search>)}
      />
      {children}
    </Frame>
  )
}
