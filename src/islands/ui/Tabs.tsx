import { type Tab, tabsLook } from './tabs-look.ts'

/**
 * Tabs as links: each has its own URL, and Back works. `label` names them for screen readers; a tab may have a number
 * (`count`, also 0) after its text, and `current` marks the open one.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={tabsLook.frame}>
      <ul className={tabsLook.list}>
        {tabs.map(({ label: text, href, current, count }) => (
          <li key={href}>
            <a href={href} aria-current={current ? 'page' : undefined} className={tabsLook.tab}>
              {text}
              {count !== undefined && <span className={tabsLook.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
