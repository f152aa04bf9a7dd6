import { ChevronRight } from '@lucide/icons'
import { useTexts } from '../client/texts.tsx'
import { breadcrumbLook, type Crumb } from './breadcrumb-look.ts'
import { Icon } from './Icon.tsx'

/**
 * Breadcrumb navigation, in the order of `crumbs`; a crumb without `href` is the current page. `language` is that of
 * the navigation's own name for screen readers, needed outside an island.
 */
export function Breadcrumb({ crumbs, language }: { crumbs: readonly Crumb[]; language?: string | undefined }) {
  const t = useTexts('common', language)
  return (
    <nav aria-label={t('breadcrumb')} className={breadcrumbLook.frame}>
      <ol className={breadcrumbLook.list}>
        {crumbs.map(({ label, href }, at) => (
          <li key={label} className={breadcrumbLook.item}>
            {at > 0 && <Icon of={ChevronRight} size={14} className={breadcrumbLook.arrow} />}
            {href ? (
              <a href={href} className={breadcrumbLook.link}>
                {label}
              </a>
            ) : (
              <span aria-current="page" className={breadcrumbLook.current}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
