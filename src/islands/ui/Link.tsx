import { ExternalLink } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTexts } from '../texts.tsx'

type LinkProps = ComponentProps<'a'> & { href: string; external?: boolean | undefined; language?: string | undefined }

/** A link in running text. An external one opens in a new tab and says so. */
export function Link({ external, language, children, className = '', ...rest }: LinkProps) {
  const t = useTexts('common', language)
  const away = external ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a
      {...rest}
      {...away}
      className={`font-medium text-accent-ink underline decoration-1 underline-offset-3 hover:decoration-2 ${className}`}
    >
      {children}
      {external && (
        <>
          <ExternalLink size={14} className="ml-1 inline align-baseline" aria-hidden />
          <span className="sr-only"> ({t('opensInNewTab')})</span>
        </>
      )}
    </a>
  )
}
