import { FoundOne, type FoundOneProps } from '../editing/FoundOne.tsx'

type OrganizationFieldProps = Omit<FoundOneProps, 'kind' | 'narrower'> & {
  /** Also those that are no longer in use. */
  inactive?: boolean
}

/** One organisation out of thousands, found as one types. */
export function OrganizationField({ inactive = false, ...field }: OrganizationFieldProps) {
  return <FoundOne {...field} kind="organizations" narrower={{ inactive }} />
}
