import type { IntegrationAccount } from '#api/people/integrations/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { momentText } from '#locales/moments.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { findExpiry } from './account-draft.ts'

/** Returns a day, `yyyy-MM-dd`, in the language; noon is on the same day in every zone of the portal. */
const formatDay = (day: string, language: string) => momentText(new Date(`${day}T12:00:00Z`), 'day', language)

interface AccountSummaryProps {
  account: IntegrationAccount
  /** URL of SCIM, for an account of staff; null while it does not answer. */
  scimUrl: string | null
}

/**
 * Name, permissions and limits of an integration account, as its row of the list shows them. Badges mark a closed or
 * expired account; its id and its last use are there too. An account for staff shows `scimUrl`, or that SCIM is off
 * when it is null.
 */
export function AccountSummary({ account, scimUrl }: AccountSummaryProps) {
  const t = useTexts('configuration')
  const language = useLanguage()
  const { id, name, roles, resources, organizationIds, organizations, expiresOn, active, lastUsed } = account
  const expiry = findExpiry(expiresOn, toPortalDay(new Date()))
  const date = expiresOn ? formatDay(expiresOn, language) : ''
  return (
    <div className="min-w-0 flex-1 basis-full sm:basis-0">
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        {name}
        {roles.map((role) => (
          <Badge key={role} tone={role === 'IntegrationWrite' ? 'warning' : 'accent'}>
            {t(`accounts.${role}`)}
          </Badge>
        ))}
        {!active && <Badge>{t('accounts.closed')}</Badge>}
        {expiry === 'coming' && <Badge>{t('accounts.expires', { date })}</Badge>}
        {expiry === 'past' && <Badge tone="danger">{t('accounts.expired', { date })}</Badge>}
      </p>
      <p className="text-sm text-muted">
        {resources.map((resource) => t(`accounts.resource.${resource}`)).join(', ')}
        {organizationIds.length > 0 &&
          ` · ${t('accounts.onlyIn', {
            organizations: organizationIds.map((one) => organizations[one] ?? `#${one}`).join(', '),
          })}`}
      </p>
      {resources.includes('staff') && (
        <p className="text-sm wrap-anywhere text-muted">
          {scimUrl ? t('accounts.scimUrl', { url: scimUrl }) : t('accounts.scimOff')}
        </p>
      )}
      <p className="text-sm text-muted" suppressHydrationWarning>
        {t('accounts.id', { id })} ·{' '}
        {lastUsed
          ? t('accounts.lastUsed', { date: momentText(lastUsed, 'moment', language) })
          : t('accounts.neverUsed')}
      </p>
    </div>
  )
}
