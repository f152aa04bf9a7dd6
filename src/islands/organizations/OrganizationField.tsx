import { FoundOne, type FoundOneProps } from '../editing/FoundOne.tsx'

type OrganizationFieldProps = Omit<FoundOneProps, 'kind' | 'narrower'> & {
  /** Whether inactive organisations are included. */
  inactive?: boolean
}

/** Field for one organisation that the server searches while the reader types. */
export function OrganizationField({ inactive = false, ...field }: OrganizationFieldProps) {
  return <FoundOne {...field} kind="organizations" narrower={{ inactive }} />
}
