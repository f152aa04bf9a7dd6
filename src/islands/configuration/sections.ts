import type { PortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { unchecked } from '../../unchecked.ts'
import { typedNumber } from '../client/typed-amount.ts'

/** Each part of the configuration is a form of its own, and saves these fields alone. */
export const sections = {
  general: [
    'organizationName',
    'organizationWebsite',
    'locale',
    'mailFrom',
    'passwordExpiryDays',
    'inactiveMonths',
    'anonymiseMonths',
    'reachMonths',
    'maxUploadMb',
    'secondFactorFrom',
    'googleAnalyticsKey',
    'googleTagManagerId',
  ],
  look: ['accentColor', 'logoUrl'],
  features: ['features'],
  texts: ['welcomeText', 'cookieInformationContent', 'purchaseTermsContent'],
  links: ['externalLinks'],
} as const satisfies Record<string, readonly (keyof PortalConfiguration)[]>
export type Section = keyof typeof sections

export type Stored = PortalConfiguration & { lastChange: Date | null }

/** Numbers are text while they are typed; what is left empty is nothing. */
export type ConfigurationDraft = {
  [K in keyof PortalConfiguration]: PortalConfiguration[K] extends number ? string : PortalConfiguration[K]
}

const numbers = ['passwordExpiryDays', 'inactiveMonths', 'anonymiseMonths', 'reachMonths', 'maxUploadMb'] as const
const emptyIsNothing = [
  'mailFrom',
  'secondFactorFrom',
  'googleAnalyticsKey',
  'googleTagManagerId',
  'logoUrl',
  'accentColor',
] as const

/** A portal before anything has been decided. */
export const unset: Stored = {
  googleAnalyticsKey: null,
  googleTagManagerId: null,
  locale: 'sv-se',
  features: [],
  organizationName: '',
  organizationWebsite: '',
  welcomeText: '',
  cookieInformationContent: '',
  externalLinks: [],
  purchaseTermsContent: '',
  logoUrl: null,
  accentColor: null,
  mailFrom: null,
  passwordExpiryDays: 14,
  inactiveMonths: 24,
  anonymiseMonths: 36,
  reachMonths: 12,
  maxUploadMb: 200,
  secondFactorFrom: null,
  lastChange: null,
}

export function draftOf(section: Section, stored: Stored): Partial<ConfigurationDraft> {
  const fields = sections[section].map((field) => {
    const value = stored[field]
    return [field, typeof value === 'number' ? String(value) : value]
  })
  return Object.fromEntries(fields) as Partial<ConfigurationDraft>
}

/** What was typed over what is stored. A number that is none goes as it is, for the server to name its field. */
export function savedOf(draft: Partial<ConfigurationDraft>, stored: Stored): Stored {
  const given: Record<string, unknown> = { ...stored, ...draft }
  for (const field of numbers) given[field] = typedNumber(String(given[field]))
  for (const field of emptyIsNothing) if (given[field] === '') given[field] = null
  // The contract judges it; the compiler cannot follow fields by name.
  return unchecked<Stored>(given)
}
