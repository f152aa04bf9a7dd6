import type { PortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { unchecked } from '../../unchecked.ts'
import { parseNumberInput } from '../client/amount-input.ts'

/** Fields of each section of the configuration; a section is a form and saves only its fields. */
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
export type ConfigurationSection = keyof typeof sections

export type StoredConfiguration = PortalConfiguration & { lastChange: Date | null }

/** Form values of the configuration: numbers are text while typed. */
export type ConfigurationDraft = {
  [K in keyof PortalConfiguration]: PortalConfiguration[K] extends number ? string : PortalConfiguration[K]
}

const numbers = ['passwordExpiryDays', 'inactiveMonths', 'anonymiseMonths', 'reachMonths', 'maxUploadMb'] as const
const nullableTexts = [
  'mailFrom',
  'secondFactorFrom',
  'googleAnalyticsKey',
  'googleTagManagerId',
  'logoUrl',
  'accentColor',
] as const

/** Default configuration of a new portal. */
export const defaultConfiguration: StoredConfiguration = {
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
  studyLeaderLicenseId: null,
  lastChange: null,
}

/**
 * Converts the stored settings of one section to a draft with the fields of that section only. Numbers become texts,
 * and null stays.
 */
export function toDraft(section: ConfigurationSection, stored: StoredConfiguration): Partial<ConfigurationDraft> {
  const fields = sections[section].map((field) => {
    const value = stored[field]
    return [field, typeof value === 'number' ? String(value) : value]
  })
  return Object.fromEntries(fields) as Partial<ConfigurationDraft>
}

/**
 * Returns the configuration with the form values applied; an empty optional text becomes null. Text that is no number
 * stays, so that the server names its field.
 */
export function applyDraft(draft: Partial<ConfigurationDraft>, stored: StoredConfiguration): StoredConfiguration {
  const values: Record<string, unknown> = { ...stored, ...draft }
  for (const field of numbers) values[field] = parseNumberInput(String(values[field]))
  for (const field of nullableTexts) if (values[field] === '') values[field] = null
  // The contract validates it; the compiler cannot follow fields by name.
  return unchecked<StoredConfiguration>(values)
}
