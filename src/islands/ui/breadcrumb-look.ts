export interface Crumb {
  label: string
  /** Absent for the current page. */
  href?: string | undefined
  /** Language of a label that is a title of organisers. */
  lang?: string | undefined
  /** Whether the label is the title of the heading, which follows a saved change. */
  isHeading?: boolean | undefined
}

export const breadcrumbLook = {
  frame: 'mb-3',
  list: 'flex flex-wrap items-center gap-x-1.5 text-sm text-muted',
  item: 'flex items-center gap-1.5',
  arrow: 'shrink-0',
  link: 'py-1 underline-offset-3 hover:text-ink hover:underline',
  current: 'py-1 font-medium text-ink',
}
