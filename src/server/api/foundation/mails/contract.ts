import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { instant } from '#api/wire.ts'
import { mailLanguages, mailTopics } from './rules.ts'

/** A template of a mail, filled with sample values, in each language. */
export const MailTemplate = z.object({
  name: z.string(),
  variant: z.string().nullable(),
  /** Topic by which it can be declined; null when it must be sent. */
  topic: z.enum(mailTopics).nullable(),
  texts: z.array(z.object({ language: z.string(), subject: z.string(), text: z.string(), edited: z.boolean() })),
})
export type MailTemplate = z.infer<typeof MailTemplate>

const words = { subject: z.string(), text: z.string() }
const MailLanguage = z.enum(mailLanguages)

/** A template with its placeholders, for editing. */
export const EditableTemplate = MailTemplate.omit({ texts: true }).extend({
  /** Names of the placeholders that the template may use. */
  placeholders: z.array(z.string()),
  /** Names of the placeholders that the text must contain. */
  required: z.array(z.string()),
  texts: z.array(
    z.object({
      language: MailLanguage,
      ...words,
      original: z.object(words),
      /** Signature below the text. */
      signature: z.string(),
      /** Sample values for a preview. */
      samples: z.record(z.string(), z.string()),
      /** Null for the original wording. */
      lastChange: instant.nullable(),
      changedBy: z.string().nullable(),
    }),
  ),
})
export type EditableTemplate = z.infer<typeof EditableTemplate>

const variant = z.string().max(50).default('')

/** Plain text; line breaks are normalised and other control characters replaced by spaces. */
const plain = (most: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, ' '))
    .pipe(z.string().trim().min(1).max(most))

/** `lastChange` is the version that was edited; an older one is refused. */
export const NewWording = z.object({
  variant,
  language: MailLanguage,
  subject: plain(150).transform((text) => text.replace(/\s+/g, ' ')),
  text: plain(5000),
  lastChange: instant.nullable().default(null),
})
export type NewWording = z.infer<typeof NewWording>

const byName = z.object({ name: z.string().max(50) })

export const MailChoice = z.object({ topic: z.enum(mailTopics), wanted: z.boolean() })
export type MailChoice = z.infer<typeof MailChoice>

export const mails = contract({
  'GET /Mails/templates': {
    who: 'superadministrators',
    reply: z.array(MailTemplate),
    summary: 'Lists all mails that the portal sends, in both languages, with example names.',
  },
  'GET /Mails/templates/:name': {
    who: 'superadministrators',
    cache: 'never',
    params: byName,
    query: z.object({ variant }),
    reply: EditableTemplate,
    summary: 'Returns the current and the default text of a mail, with its placeholders.',
  },
  'PUT /Mails/templates/:name': {
    who: 'superadministrators',
    params: byName,
    body: NewWording,
    reply: EditableTemplate,
    summary: 'Replaces the text of a mail in one language. Unknown placeholders and missing required ones are refused.',
  },
  'DELETE /Mails/templates/:name': {
    who: 'superadministrators',
    params: byName,
    query: z.object({ variant, language: MailLanguage }),
    reply: EditableTemplate,
    summary: 'Restores the default text of a mail.',
  },
  'GET /Mails/choices': {
    who: 'signedIn',
    reply: z.array(MailChoice),
    summary: 'Lists the mail topics that can be declined, with the caller’s choices.',
  },
  'PUT /Mails/choices': {
    who: 'signedIn',
    body: MailChoice,
    reply: z.array(MailChoice),
    summary: 'Declines the mails of a topic, or accepts them again.',
  },
  'POST /Email/Test': {
    who: 'superadministrators',
    cache: 'never',
    body: z.object({ to: z.email().max(200) }),
    reply: z.object({ ok: z.boolean(), message: z.string() }),
    repeatable: true,
    summary: 'Sends a mail at once and returns the outcome.',
  },
})
