import { useEffect, useRef } from 'react'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { accentRoles, contrast } from '../ui/accent.ts'
import { Card } from '../ui/Card.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Logo } from '../ui/Logo.tsx'

interface AccentPreviewProps {
  /** Null while the typed text is no colour. */
  color: string | null
  logoUrl: string | null
}

const schemes = ['light', 'dark'] as const
const grounds = { light: 'bg-[#ffffff] text-[#151920]', dark: 'bg-[#1b1f27] text-[#ffffff]' }
/** Lowest contrast of a mark to its background (WCAG 2.2, 1.4.11). */
const minContrast = 3

/**
 * Sample of the portal in one scheme. Colours are set by script, since the content security policy forbids inline
 * styles.
 */
function Sample({ scheme, hex, logoUrl }: { scheme: (typeof schemes)[number]; hex: string; logoUrl: string | null }) {
  const t = useTexts('configuration')
  const box = useRef<HTMLDivElement>(null)
  const roles = accentRoles(hex, scheme)
  useEffect(() => {
    for (const [role, value] of Object.entries(accentRoles(hex, scheme)))
      box.current?.style.setProperty(`--color-${role}`, value)
  }, [hex, scheme])
  return (
    <div ref={box} data-scheme={scheme} className={`grid gap-4 rounded-card border border-line p-5 ${grounds[scheme]}`}>
      <p className="flex items-center gap-3 font-display text-lg font-bold">
        <Logo name="" src={logoUrl} size="small" />
        {t(`look.${scheme}`)}
      </p>
      <p className="flex flex-wrap items-center gap-4">
        <span className="rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent">{t('look.button')}</span>
        <span className="font-semibold text-accent-ink underline underline-offset-3">{t('look.link')}</span>
        <span className="rounded-full bg-accent-soft px-3 py-1 text-sm text-accent-ink">{t('look.badge')}</span>
      </p>
      <p className="text-sm">{t('look.readable', { ratio: contrast(roles.accent, roles['on-accent']).toFixed(1) })}</p>
    </div>
  )
}

/**
 * Preview of the colour in light and dark, with a warning below a contrast of 3:1 to white. Texts are adjusted to stay
 * readable in any colour. Without a colour (null) a note says so.
 */
export function AccentPreview({ color, logoUrl }: AccentPreviewProps) {
  const t = useTexts('configuration')
  const language = useLanguage()
  const ratio = color ? contrast(color, '#ffffff') : 0
  return (
    <Card title={t('look.preview')}>
      <div className="grid gap-4" aria-live="polite">
        {color ? (
          schemes.map((scheme) => (
            <Sample key={scheme} scheme={scheme} hex={color.replace('#', '')} logoUrl={logoUrl} />
          ))
        ) : (
          <p className="text-muted">{t('look.noColor')}</p>
        )}
        {color && ratio < minContrast && (
          <InfoBox tone="warning">
            {t('look.faint', { ratio: new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(ratio) })}
          </InfoBox>
        )}
      </div>
    </Card>
  )
}
