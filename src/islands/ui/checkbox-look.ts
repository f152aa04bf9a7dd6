export const checkboxLook = {
  label: 'flex min-h-8 items-start gap-3 py-1',
  box: 'mt-0.5 size-5 shrink-0 rounded-sm',
  hint: 'pl-8 text-sm text-muted',
}
