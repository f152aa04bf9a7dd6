import { z } from 'zod'
import { contract, shared } from '../calls.ts'
import { Feature } from '../features.ts'

export const Locale = z.enum(['sv-se', 'sv', 'en'])

export const ExternalLink = z.object({
  title: z.string().min(1).max(100),
  url: z.url({ protocol: /^https$/ }).max(500),
})

export const PublicPortalConfiguration = z.object({
  googleAnalyticsKey: z.string().nullable(),
  googleTagManagerId: z.string().nullable(),
  locale: Locale,
  features: z.array(Feature),
  organizationName: z.string(),
  organizationWebsite: z.string(),
  welcomeText: z.string(),
  cookieInformationContent: z.string(),
  externalLinks: z.array(ExternalLink),
  purchaseTermsContent: z.string(),
  logoUrl: z.string().nullable(),
  accentColor: z.string().nullable(),
})
export type PublicPortalConfiguration = z.infer<typeof PublicPortalConfiguration>

export const PortalConfiguration = PublicPortalConfiguration.extend({
  mailFrom: z.string().nullable(),
  passwordExpiryDays: z.int().min(1).max(365),
  inactiveMonths: z.int().min(1).max(120),
  anonymiseMonths: z.int().min(1).max(240),
  maxUploadMb: z.int().min(1).max(500),
})
export type PortalConfiguration = z.infer<typeof PortalConfiguration>

export const portalConfiguration = contract({
  'GET /PortalConfiguration/public': {
    who: 'anyone',
    reply: PublicPortalConfiguration.nullable(),
    cache: shared(60, 'everyone', 'configuration'),
    summary: 'What everybody may know of the portal: texts, features, keys of the visitor statistics.',
  },
})
