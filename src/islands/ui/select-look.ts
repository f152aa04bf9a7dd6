export interface Option {
  value: string | number
  label: string
  disabled?: boolean | undefined
}

export const selectLook = {
  control: 'control appearance-none truncate pr-10',
  arrow: 'pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted',
}
