import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { Feature } from '#api/features.ts'
import { day, id, instant, line } from '#api/wire.ts'
import { minAnonymiseMonths } from './rules.ts'

const Locale = z.enum(['sv-se', 'sv', 'en'])

const ExternalLink = z.object({ title: z.string(), url: z.string() })

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
  /** Shown on the page about personal data. */
  anonymiseMonths: z.int().min(1).max(240),
  /** Largest file of a submission or the media library, in MB; courses and pictures have their own limits. */
  maxUploadMb: z.int().min(1).max(500),
})
export type PublicPortalConfiguration = z.infer<typeof PublicPortalConfiguration>

export const PortalConfiguration = PublicPortalConfiguration.extend({
  mailFrom: z.string().nullable(),
  passwordExpiryDays: z.int().min(1).max(365),
  inactiveMonths: z.int().min(1).max(120),
  /** Months for which educators reach the people they taught, from the end of each person's education. */
  reachMonths: z.int().min(1).max(120),
  /** First day on which administrators need a second factor; null when it is not required. */
  secondFactorFrom: day.nullable(),
  /** Licence that approves leaders of occasions that are reported to RF-SISU; null when none is required. */
  studyLeaderLicenseId: id.nullable(),
})
export type PortalConfiguration = z.infer<typeof PortalConfiguration>

const KnownConfiguration = PortalConfiguration.extend({ lastChange: instant })

const html = z.string().max(20_000)
/** Part of the URL of a script, so only letters, digits and dashes. */
const measurementKey = z
  .string()
  .regex(/^[A-Z]{1,4}-[A-Z\d-]{4,30}$/i)
  .nullable()

/** Rules for saving. Stored rows are not validated when they are read, so that an old row cannot break the portal. */
const ChangedConfiguration = PortalConfiguration.extend({
  googleAnalyticsKey: measurementKey,
  googleTagManagerId: measurementKey,
  organizationName: line.min(1).max(200),
  organizationWebsite: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)]),
  welcomeText: html,
  cookieInformationContent: html,
  purchaseTermsContent: html,
  externalLinks: z
    .array(z.object({ title: line.min(1).max(100), url: z.url({ protocol: /^https$/ }).max(500) }))
    .max(50),
  logoUrl: z.string().max(500).nullable(),
  accentColor: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'color')
    .nullable(),
  mailFrom: z.email().max(200).nullable(),
  // De-identification cannot be undone, so a typing error must not affect people who were active recently.
  anonymiseMonths: z.int().min(minAnonymiseMonths).max(240),
  studyLeaderLicenseId: id.nullable().default(null),
  /** The version that was read; null for the first save. An older version is refused. */
  lastChange: instant.nullable(),
})

export const portalConfiguration = contract({
  'GET /PortalConfiguration/public': {
    who: 'anyone',
    reply: PublicPortalConfiguration.nullable(),
    cache: sharedCache(60, 'everyone', 'configuration'),
    summary: 'Returns the public configuration: texts, features, and keys of the visitor statistics.',
  },
  'GET /PortalConfiguration': { who: 'superadministrators', reply: KnownConfiguration.nullable() },
  'PUT /PortalConfiguration': {
    who: 'superadministrators',
    body: ChangedConfiguration,
    reply: KnownConfiguration,
    changes: ['configuration'],
    summary: 'Replaces the configuration; its HTML is sanitised.',
  },
  'POST /PortalConfiguration/logo': {
    who: 'superadministrators',
    multipart: 'logo',
    body: z.object({}),
    reply: z.object({ logoUrl: z.string() }),
    repeatable: true,
    summary: 'Stores a picture that a later save can use as the logo. It is not public before that.',
  },
})
