export interface Tab {
  label: string
  href: string
  current?: boolean | undefined
  count?: number | undefined
}

export const tabsLook = {
  frame: 'border-b border-line',
  list: 'relative -mb-px flex gap-x-2 overflow-x-auto overflow-y-hidden px-0.5 sm:gap-x-6',
  tab:
    'inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent px-1 text-sm font-semibold whitespace-nowrap text-muted sm:text-base ' +
    'hover:border-control-line hover:text-ink aria-[current=page]:border-accent-ink aria-[current=page]:text-ink -outline-offset-2',
  count: 'rounded-full bg-hover px-2 text-xs text-muted tabular-nums',
}
