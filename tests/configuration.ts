import type { PortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { portalConfigurations } from '#api/foundation/portal-configuration/table.ts'
import { call, database, signedIn } from './portal.ts'

export const plainConfiguration: PortalConfiguration = {
  googleAnalyticsKey: null,
  googleTagManagerId: null,
  locale: 'sv-se',
  features: [],
  organizationName: 'Provförbundet',
  organizationWebsite: 'https://prov.example',
  welcomeText: '<p>Välkommen!</p>',
  cookieInformationContent: '<p>Vi använder kakor.</p>',
  externalLinks: [],
  purchaseTermsContent: '<p>Villkor</p>',
  logoUrl: null,
  accentColor: null,
  mailFrom: null,
  passwordExpiryDays: 14,
  inactiveMonths: 24,
  anonymiseMonths: 36,
  reachMonths: 12,
  maxUploadMb: 50,
  secondFactorFrom: null,
  studyLeaderLicenseId: null,
}

/** Configures the portal through the API, so that the edge cache is invalidated too. */
export async function configurePortal(overrides: Partial<PortalConfiguration>): Promise<void> {
  const [row] = await database().query.select().from(portalConfigurations)
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const body = { ...plainConfiguration, ...overrides, lastChange: row?.changedAt ?? null }
  const response = await call(superadministrator.token)('PUT', '/PortalConfiguration', body)
  if (!response.ok) throw new Error(await response.text())
}
