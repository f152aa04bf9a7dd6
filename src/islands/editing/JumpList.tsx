import { useTexts } from '../client/texts.tsx'
import type { FormSection } from './form-section.ts'

/**
 * Lists links to the sections of a long form: beside it and in view where there is room, and otherwise above it. The
 * links are anchors, which need no script.
 */
export function JumpList({ sections }: { sections: readonly FormSection[] }) {
  const t = useTexts('editing')
  return (
    <nav
      aria-label={t('sections')}
      className="lg:sticky lg:top-[calc(var(--table-top)+1rem)] lg:order-2 low-window:static"
    >
      <ul className="flex flex-wrap gap-x-4 lg:grid lg:border-l lg:border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block py-1.5 text-sm text-muted underline underline-offset-4 hover:text-accent-ink lg:px-3 lg:no-underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
