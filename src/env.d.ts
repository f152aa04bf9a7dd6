/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    actor: import('#api/actor.ts').Actor | null
    ctx: import('#api/context.ts').Visitor
    language: import('#api/actor.ts').Language
    configuration: import('#api/portal-configuration/contract.ts').PublicPortalConfiguration | null
    /** A translator of the given namespaces in the reader's language. */
    t: (...namespaces: string[]) => import('#locales/translate.ts').Translate
    /** The portal's calls, in process. */
    api: import('#edge/in-process.ts').InProcess
    cfContext: ExecutionContext
  }
}
