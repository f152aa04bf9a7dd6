export const filterChipsLook = {
  frame: 'flex flex-wrap items-center gap-2',
  chip: 'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold text-accent-ink hover:underline',
  clear: 'inline-flex min-h-8 items-center px-1 text-sm',
}
