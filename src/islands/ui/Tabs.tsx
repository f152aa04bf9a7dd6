export interface Tab {
  label: string
  href: string
  current?: boolean | undefined
  count?: number | undefined
}

const tab =
  'inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent px-1 font-semibold whitespace-nowrap text-muted ' +
  'hover:border-control-line hover:text-ink aria-[current=page]:border-accent-ink aria-[current=page]:text-ink'

/** Tabs are links: each has its own address, and back works. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="relative -mb-px flex gap-x-6 overflow-x-auto overflow-y-hidden px-0.5">
        {tabs.map(({ label: text, href, current, count }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined} className={`${tab} -outline-offset-2`}>
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-hover px-2 text-xs text-muted tabular-nums">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
