import { ExternalLink } from '@lucide/icons'
import type { ComponentProps } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Icon } from './Icon.tsx'
import { linkLook, newTab } from './link-look.ts'

type LinkProps = ComponentProps<'a'> & { href: string; isExternal?: boolean | undefined; language?: string | undefined }

/** A link in running text. An external one opens in a new tab and says so, in `language` outside an island. */
export function Link({ isExternal, language, children, className, ...rest }: LinkProps) {
  const t = useTexts('common', language)
  return (
    <a {...rest} {...(isExternal && newTab)} className={linkLook(className)}>
      {children}
      {isExternal && (
        <>
          <Icon of={ExternalLink} size={14} className="ml-1 inline align-baseline" />
          <span className="sr-only"> ({t('opensInNewTab')})</span>
        </>
      )}
    </a>
  )
}
