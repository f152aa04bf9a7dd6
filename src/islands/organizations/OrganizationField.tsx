import { SearchOne, type SearchOneProps } from '../editing/SearchOne.tsx'

type OrganizationFieldProps = Omit<SearchOneProps, 'kind' | 'narrower'> & {
  /** Whether inactive organisations are included. */
  inactive?: boolean
}

/**
 * Field for one organisation that the server searches while the reader types, by `useItemSearch`. Inactive
 * organisations are found with `inactive` only.
 */
export function OrganizationField({ inactive = false, ...field }: OrganizationFieldProps) {
  return <SearchOne {...field} kind="organizations" narrower={{ inactive }} />
}
