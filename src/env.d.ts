/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    actor: import('#api/actor.ts').Actor | null
    ctx: import('#api/context.ts').Visitor
    language: import('#api/actor.ts').Language
    configuration: import('#api/foundation/portal-configuration/contract.ts').PublicPortalConfiguration | null
    /** The configuration could not be read; not set for a portal that has none yet. */
    isConfigurationMissing: boolean
    /** A translator of the given namespaces in the reader's language. */
    t: (...namespaces: string[]) => import('#locales/translate.ts').Translate
    /** The portal's calls, in process. */
    api: import('#edge/in-process.ts').InProcess
    /** The form that was sent to a page. */
    form: () => Promise<FormData>
    /** Why a call failed, in the reader's language; what was not expected is logged. */
    reason: (error: unknown) => string
    cfContext: ExecutionContext
    /** When the reader's session ends for good; null for a visitor. */
    sessionEndsAt: Date | null
    /** Set by a page that frames uploaded content. */
    framesContent?: boolean
    /** Set by the page that a payment is made on. */
    framesPayment?: boolean
  }
}

/** Bindings that a deployment may leave out. */
interface Env {
  /** What the edge and the origin behind `API_ORIGIN` share: seals who asks. */
  API_ORIGIN_SECRET?: string
  /** The platform's own counter, beside the one in memory. */
  CALL_LIMITER?: RateLimit
  /** The client certificate that BankID knows the portal by; an `mtls_certificates` binding. */
  BANKID?: Fetcher
  /** Where BankID answers; absent: its production. */
  BANKID_ORIGIN?: string
  /** `1`: people sign in by a provider that takes anybody's word. For development and trial only. */
  EXTERNAL_LOGIN_LOCAL?: string
  /** Personal numbers are kept as HMACs under this alone; whoever changes it forgets them all. */
  PERSONAL_NUMBER_SECRET?: string
  /** Where the sports IT system answers its categories as `[{ id, name }]`; absent: the portal's own list. */
  SPORTS_CATEGORIES_URL?: string
  /** Where it answers its organisations; absent: the portal's are its own. */
  SPORTS_ORGANIZATIONS_URL?: string
  /** Card payments by Stripe: all three, or none. */
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  /** Where Stripe answers; absent: its own address. */
  STRIPE_ORIGIN?: string
  /** `1`: cards are taken by a provider that moves no money. For development and trial only. */
  PAYMENTS_LOCAL?: string
  /** Where files that people hand in are scanned for viruses; see platform/virus-scanner.ts. Absent: they are not. */
  SCANNER_URL?: string
  SCANNER_TOKEN?: string
  /** Outgoing mail; see platform/mail.ts. */
  SMTP_HOST?: string
  SMTP_PORT?: string
  SMTP_TLS?: string
  SMTP_USERNAME?: string
  SMTP_PASSWORD?: string
  MAIL_FROM?: string
}
