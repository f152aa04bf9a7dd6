/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    actor: import('#api/actor.ts').Actor | null
    ctx: import('#api/context.ts').Visitor
    language: import('#api/actor.ts').Language
    configuration: import('#api/foundation/portal-configuration/contract.ts').PublicPortalConfiguration | null
    /** Whether the configuration failed to load; false for a portal that has none yet. */
    isConfigurationMissing: boolean
    /** Returns a translator of the given namespaces in the reader's language. */
    t: (...namespaces: string[]) => import('#locales/translate.ts').Translate
    /** Makes calls of the API in this process. */
    api: import('#edge/in-process.ts').InProcessApi
    /** Reads the form that the request sent. */
    form: () => Promise<FormData>
    /** Returns the message of a failed call in the reader's language, and logs unexpected errors. */
    reason: (error: unknown) => string
    cfContext: ExecutionContext
    /** The moment at which the reader's session ends; null for a visitor. */
    sessionEndsAt: Date | null
    /** Whether the database failed to say who the reader is, so that the page is a stranger's. */
    isReaderUnknown?: boolean
    /** True on a page that frames uploaded content. */
    framesContent?: boolean
    /** True on the page that frames the payment form. */
    framesPayment?: boolean
    /** True on a page that any site may frame. */
    isFramedAnywhere?: boolean
  }
}

/** Bindings that a deployment may leave out. */
interface Env {
  /** Secret shared with the origin behind `API_ORIGIN`; signs the identity of the caller. */
  API_ORIGIN_SECRET?: string
  /** Cloudflare's rate limiter, beside the one in memory. */
  CALL_LIMITER?: RateLimit
  /** Client certificate for BankID; an `mtls_certificates` binding. */
  BANKID?: Fetcher
  /** URL of BankID; its production service when absent. */
  BANKID_ORIGIN?: string
  /** Client certificate for Freja; an `mtls_certificates` binding. */
  FREJA?: Fetcher
  /** URL of Freja; its production service when absent. */
  FREJA_ORIGIN?: string
  /** Jurisdiction of Cloudflare in which Durable Objects are created, such as `eu`; none when absent or empty. */
  DATA_JURISDICTION?: string
  /** `1`: sign-in with a local provider that verifies nothing. For development and trials only. */
  EXTERNAL_LOGIN_LOCAL?: string
  /** OpenID provider of staff; none unless issuer, client id and client secret are set. */
  OIDC_ISSUER?: string
  OIDC_CLIENT_ID?: string
  OIDC_CLIENT_SECRET?: string
  /** Scopes that are requested, separated by spaces; `openid email profile` when absent. */
  OIDC_SCOPES?: string
  /** Name of the provider on the button; the issuer's host when absent. */
  OIDC_LABEL?: string
  /** Claim that lists the groups; `groups` when absent. */
  OIDC_GROUPS_CLAIM?: string
  /** Roles by group, `group=Role;group=Role`. */
  OIDC_GROUP_ROLES?: string
  /** Google Workspace domain whose people may sign in; any when absent. */
  OIDC_HOSTED_DOMAIN?: string
  /** Days for which a sign-in confirms the roles of groups; 30 when absent. */
  OIDC_ROLE_DAYS?: string
  /** Key of the HMACs that personal numbers are stored as. A new key makes all stored ones useless. */
  PERSONAL_NUMBER_SECRET?: string
  /** URL of the sports IT system's categories, `[{ id, name }]`; the portal's own list when absent. */
  SPORTS_CATEGORIES_URL?: string
  /** URL of the sports IT system's organisations; the portal's own when absent. */
  SPORTS_ORGANIZATIONS_URL?: string
  /** VAT number of the portal's owner, `SE` and twelve digits; none when it is not registered for VAT. */
  INVOICE_VAT_NUMBER?: string
  /** Accounts that Peppol invoices are paid to. */
  INVOICE_BANKGIRO?: string
  INVOICE_IBAN?: string
  /** Days from the invoice to its due date; 30 when absent. */
  INVOICE_PAYMENT_DAYS?: string
  /** The portal as an app of Fortnox: set both variables or none. */
  FORTNOX_CLIENT_ID?: string
  FORTNOX_CLIENT_SECRET?: string
  /** URL of Fortnox; its public ones when absent. */
  FORTNOX_ORIGIN?: string
  /** The portal as a Server-to-Server OAuth app of Zoom: set all four variables or none. */
  ZOOM_ACCOUNT_ID?: string
  ZOOM_CLIENT_ID?: string
  ZOOM_CLIENT_SECRET?: string
  /** E-mail address of the user that hosts all meetings. */
  ZOOM_HOST?: string
  /** URL of Zoom; its public ones when absent. */
  ZOOM_ORIGIN?: string
  /** The portal as an app of a Microsoft tenant: set all four variables or none. */
  TEAMS_TENANT_ID?: string
  TEAMS_CLIENT_ID?: string
  TEAMS_CLIENT_SECRET?: string
  /** Object id of the user that organises all meetings. */
  TEAMS_ORGANIZER_ID?: string
  /** URL of Microsoft Graph and sign-in; their public ones when absent. */
  TEAMS_ORIGIN?: string
  /** URL of the sports IT system's people in pages, `{ people, next }`; no people are fetched when absent. */
  SPORTS_PEOPLE_URL?: string
  SPORTS_PEOPLE_TOKEN?: string
  /** Share of the known people, in per cent, that a read may lack or close; 10 when absent. */
  SPORTS_PEOPLE_MAX_MISSING_PERCENT?: string
  /** RF's Export Service: set all three variables or none. */
  SPORTS_EXPORT_ORIGIN?: string
  SPORTS_EXPORT_AUTHORIZATION?: string
  SPORTS_EXPORT_SPORTS?: string
  /** Card payments with Stripe: set all three variables or none. */
  STRIPE_SECRET_KEY?: string
  STRIPE_PUBLISHABLE_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  /** URL of Stripe; its public one when absent. */
  STRIPE_ORIGIN?: string
  /** `card,swish`: Swish is offered beside cards; cards alone when absent. */
  PAYMENT_METHODS?: string
  /** `1`: card payments with a local provider that moves no money. For development and trials only. */
  PAYMENTS_LOCAL?: string
  /** URL of the malware scanner for uploads; they are not scanned when absent. */
  SCANNER_URL?: string
  SCANNER_TOKEN?: string
  /** `1`: webhooks may be sent to any URL, also of this machine. For trials only. */
  WEBHOOKS_LOCAL?: string
  /** Server for outgoing mail. */
  SMTP_HOST?: string
  SMTP_PORT?: string
  SMTP_TLS?: string
  SMTP_USERNAME?: string
  SMTP_PASSWORD?: string
  MAIL_FROM?: string
  /** E-mail addresses that alerts are mailed to, separated by commas. */
  ALERT_MAIL?: string
  /** Secret of a monitor that reads `/health/deep`; at least 32 characters. */
  OPERATIONS_TOKEN?: string
  /** Analytics Engine, which receives a data point for each request. */
  METRICS?: AnalyticsEngineDataset
}
